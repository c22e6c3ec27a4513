import { ButtonLink } from "~/ui/button";
import { CardTable } from "~/ui/card-table";
import { Money } from "~/ui/money";
import { useT } from "~/ui/request";
import { claimPath, type Coupon } from "./coupons";

interface Props {
  coupons: readonly Coupon[];
  /** Number of the first one in the whole list, from 1. */
  first: number;
  labelledBy: string;
}

/** Coupons with the links to claim them. */
export function CouponTable({ coupons, first, labelledBy }: Props) {
  const t = useT();
  const [number, slice, prize, value, claim] = [
    t("spin:number"),
    t("spin:slice"),
    t("spin:prize"),
    t("spin:value"),
    t("spin:claim"),
  ];
  return (
    <CardTable heads={[number, slice, prize, value, claim]} aria-labelledby={labelledBy}>
      {coupons.map((coupon, index) => (
        <tr key={coupon.id} role="row">
          <td role="cell" data-label={number}>
            {first + index}
          </td>
          <td role="cell" data-label={slice}>
            {coupon.slice}
          </td>
          <td role="cell" data-label={prize}>
            {coupon.name}
          </td>
          <td role="cell" data-label={value}>
            {coupon.amount === 0 ? t("spin:thing") : <Money amount={coupon.amount} />}
          </td>
          <td role="cell" data-cell="action">
            <ButtonLink variant="secondary" tone="play" size="small" href={claimPath(coupon.id)}>
              {coupon.amount === 0 ? t("spin:thingHow") : claim}
              <span className="visually-hidden"> {coupon.name}</span>
            </ButtonLink>
          </td>
        </tr>
      ))}
    </CardTable>
  );
}
