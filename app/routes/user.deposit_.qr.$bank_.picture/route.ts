import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { formatDateTime } from "~/lib/dates";
import { qrProvider } from "~/features/deposit/channels";
import { findQr, madeBy, makerOf } from "~/features/qr/made-qr";
import { decimal, formatAmount } from "~/lib/money";

/** The open QR as an image file, to pay on the same phone. Redirects to the QR's page if none is open. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { operations, site, now, codes } = context;
  const bank = qrProvider(params.bank ?? "", site.fpQrMinimum)?.code;
  if (!bank) throw new Response(null, { status: 404 });
  const { search, searchParams } = new URL(request.url);
  const id = searchParams.get("op");
  const [found, view, last] = await Promise.all([
    findQr(context, bank),
    id ? operations.view(id) : null,
    operations.last(),
  ]);
  const maker = makerOf(found, [madeBy(view, bank), madeBy(last, bank)]);
  const checked = found.open ? await codes.check(found.qrcode, [found.amount, maker?.requested ?? null]) : null;
  if (!checked?.ok || checked.payload === null) return redirect(`/user/deposit/qr/${bank}${search}`, 303);

  const { payload, payment } = checked;
  const amount = found.amount ?? payment?.amount ?? null;
  const expires = found.expireIn === null ? null : formatDateTime(now + found.expireIn * 1000, site.timeZone);
  const png = codes.draw({
    payload,
    locale: context.locale,
    title: amount === null ? [bank] : [formatAmount(amount), { word: "baht" }],
    lines: [
      [[bank, payment?.payee].filter(Boolean).join(" ")],
      ...(expires ? [[{ word: "expires" } as const, expires.slice(0, 16)]] : []),
      [{ word: "once" }],
    ],
  });
  const name = ["qr", bank, ...(amount === null ? [] : [decimal(amount)])].join("-");
  return new Response(new Uint8Array(png), {
    headers: {
      "Content-Type": "image/png",
      "Content-Disposition": `attachment; filename="${name}.png"`,
      "Cache-Control": "private, no-store",
    },
  });
}
