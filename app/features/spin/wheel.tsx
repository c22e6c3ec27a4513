import type { ReactNode } from "react";
import { useRequest } from "~/ui/request";
import { sliceColours } from "./colours";
import { fitLabel, type FittedLabel } from "./fit-label";
import { placeOf, slicePath, type Turn } from "./geometry";

/** A slice as the wheel draws it; the colours are the operator's CSS. */
export interface DrawnSlice {
  label: string;
  bgColor: string;
  textColor: string;
}

interface Props {
  slices: readonly DrawnSlice[];
  /** Degrees by which the wheel rests turned. */
  rest?: number;
  /** It turns to where it rests when the page opens. */
  turn?: Turn | null;
  /** The button in the centre. */
  children: ReactNode;
}

/**
 * The wheel as a drawing; `SliceTable` says the same in words. It is drawn where it rests, so what cannot turn, or should
 * not, shows the outcome at once.
 */
export function Wheel({ slices, rest = 0, turn, children }: Props) {
  const { nonce } = useRequest();
  return (
    <div className="wheel" data-state={turn ? "landing" : undefined}>
      {turn && (
        <style
          nonce={nonce}
        >{`.wheel,.wheel-result{--wheel-from:-${turn.degrees}deg;--wheel-time:${turn.ms}ms}`}</style>
      )}
      <svg className="wheel-disc" viewBox={VIEW} aria-hidden="true" textAnchor="middle" fontSize="20" fontWeight="700">
        {slices.map((slice, index) => (
          <Slice key={index} slice={slice} index={index} count={slices.length} rest={rest} />
        ))}
      </svg>
      <svg viewBox={VIEW} aria-hidden="true" dangerouslySetInnerHTML={{ __html: RIM }} />
      {children}
    </div>
  );
}

const VIEW = "-200 -200 400 400";

const LAMPS = Array.from(
  { length: 24 },
  (_, at) => `<path d="M0-194l3.6 3.6-3.6 3.6-3.6-3.6z" transform="rotate(${at * 15})"/>`,
);

/** The lozenges on the rim, and the pointer at the top. */
const RIM = `<g class="wheel-lamps">${LAMPS.join("")}</g><path fill="#fdfbf6" stroke="#0f3253" stroke-width="3" stroke-linejoin="round" d="M0-197l14 18-14 24-14-24z"/><path fill="#f2a62b" d="M0-188l7 9-7 13-7-13z"/>`;

interface SliceProps {
  slice: DrawnSlice;
  index: number;
  count: number;
  rest: number;
}

function Slice({ slice, index, count, rest }: SliceProps) {
  const { fill, text } = sliceColours(slice, index);
  const degrees = placeOf(index, count, rest);
  return (
    <g transform={degrees === 0 ? undefined : `rotate(${degrees})`}>
      <path fill={fill} d={slicePath(count)} />
      <Label colour={text} label={fitLabel(slice.label, count)} />
    </g>
  );
}

function Label({ colour, label: { lines, size, radial, leading, at } }: { colour: string; label: FittedLabel }) {
  // The middle of letters is about a third of their size above the line they stand on.
  const first = (radial ? 0 : -at) - ((lines.length - 1) / 2) * leading + size * 0.35;
  const x = radial ? at : 0;
  return (
    <text
      fill={colour}
      fontSize={size === 20 ? undefined : size}
      {...(radial && { transform: "rotate(-90)", textAnchor: "end" })}
    >
      {lines.map((line, index) => (
        <tspan key={index} x={x} y={Math.round(first + index * leading)}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
