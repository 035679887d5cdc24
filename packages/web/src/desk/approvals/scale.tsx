// The scale of a number: which value gives which points, with the old and the new value marked.

import { inputValue } from '../../ui/format.ts';
import { useWidth } from '../../ui/width.ts';
import type { Definition } from './proposal.ts';
import styles from './scale.module.css';

interface ScaleProps {
  breakpoints: NonNullable<Definition['breakpoints']>;
  old: string | null;
  value: string;
}

const HEIGHT = 56;
const AXIS = 28;
/** Room for the first and last labels, and for marks beyond the ends. */
const EDGE = 24;
/** How far outside a mark beyond an end is; a second one is next to it. */
const BEYOND = [8, 16] as const;
/** Labels of neighbours stay apart, so that the axis is stretched where its breakpoints are close. */
const LEAST_GAP = 48;

export function Scale({ breakpoints, old, value }: ScaleProps) {
  const [room, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={room} className={styles.room}>
      {width === null ? null : <Axis breakpoints={breakpoints} old={old} value={value} width={width} />}
    </div>
  );
}

function Axis({ breakpoints, old, value, width }: ScaleProps & { width: number }) {
  const values = breakpoints.map((point) => Number(point.value));
  const places = placesOf(values, width - 2 * EDGE).map((place) => place + EDGE);
  const given = [value, ...(old === null ? [] : [old])].map(Number);
  const place = (one: string) => placeOf(Number(one), values, places, given);
  return (
    <svg
      className={styles.scale}
      width="100%"
      height={HEIGHT}
      role="img"
      aria-label={`Scale: ${breakpoints.map((point) => `${point.value} gives ${point.points} points`).join(', ')}`}
    >
      <line x2="100%" y1={AXIS + 0.5} y2={AXIS + 0.5} className={styles.axis} />
      {breakpoints.map((point, at) => (
        <g key={point.value} transform={`translate(${Math.round(places[at]!)} 0)`}>
          <line y1={AXIS - 4} y2={AXIS + 5} x1={0.5} x2={0.5} className={styles.axis} />
          <text y={14}>{inputValue(point.value).replace(/\.0+$/, '')}</text>
          <text y={52}>{point.points}</text>
        </g>
      ))}
      {old === null ? null : <rect {...mark(place(old))} className={styles.old} />}
      <rect {...mark(place(value))} className={styles.new} />
    </svg>
  );
}

function mark(x: number) {
  return { x: Math.round(x) - 2, y: AXIS - 6, width: 4, height: 13 };
}

/** In proportion to the values, but never closer than labels need. */
function placesOf(values: readonly number[], room: number): number[] {
  const whole = Math.abs(values.at(-1)! - values[0]!) || 1;
  const least = Math.min(LEAST_GAP, room / Math.max(1, values.length - 1));
  const gaps = values.slice(1).map((value, at) => Math.abs(value - values[at]!) / whole);
  const spare = room - least * gaps.length;
  let place = 0;
  return [
    0,
    ...gaps.map((share) => {
      place += least + share * spare;
      return place;
    }),
  ];
}

/** Beyond the ends the points stay the same: such values are marked just outside, the farther one farther. */
function placeOf(
  value: number,
  values: readonly number[],
  places: readonly number[],
  given: readonly number[],
): number {
  const [first, last] = [values[0]!, values.at(-1)!];
  const isBefore = (one: number, other: number) => (first < last ? one < other : one > other);
  const beyond = (isNearer: (one: number) => boolean) => BEYOND[given.some(isNearer) ? 1 : 0];
  if (isBefore(value, first))
    return places[0]! - beyond((one) => isBefore(one, first) && isBefore(value, one));
  if (isBefore(last, value))
    return places.at(-1)! + beyond((one) => isBefore(last, one) && isBefore(one, value));
  const next = Math.max(
    1,
    values.findIndex((bound) => !isBefore(bound, value)),
  );
  const [from, to] = [values[next - 1]!, values[next]!];
  return places[next - 1]! + ((value - from) / (to - from)) * (places[next]! - places[next - 1]!);
}

/** The options of an input, worst first, with the old and the new one marked. */
export function Options({
  options,
  old,
  value,
}: {
  options: NonNullable<Definition['options']>;
  old: string | null;
  value: string;
}) {
  return (
    <table className={styles.options}>
      <tbody>
        {options.map((option) => (
          <tr key={option.value} className={option.value === value ? styles.chosen : undefined}>
            <td className={styles.word}>{wordOf(option.value, old, value)}</td>
            <th scope="row" title={option.meaning ?? undefined}>
              {inputValue(option.value)}
            </th>
            <td className={styles.points}>{option.points ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function wordOf(option: string, old: string | null, value: string): string {
  if (option === value) return option === old ? 'now' : 'new';
  return option === old ? 'old' : '';
}
