// What a rule would have told since a day: on a line of time, and in words.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { isoDay } from '../../ui/dates/civil-dates.ts';
import { DateInput } from '../../ui/dates/date-input.tsx';
import { count, plural, timeOf, utcDate, utcDay } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { useWidth } from '../../ui/width.ts';
import { isWhole, type RuleDraft, scopeOf } from './rule-draft.ts';
import styles from './told.module.css';
import { joined, KIND_WORDS, said, type Told } from './watch-words.ts';

const DAY = 24 * 60 * 60 * 1000;
const USUAL_DAYS = 210;
const SETTLED_MS = 400;
const FIRST = 6;

interface ToldSinceProps {
  draft: RuleDraft;
  /** Stands between the line of time and the words. */
  children?: ReactNode;
}

export function ToldSince({ draft, children }: ToldSinceProps) {
  const [since, setSince] = useState(() => `${isoDay(Date.now() - USUAL_DAYS * DAY).slice(0, 7)}-01`);
  // A figure that is being typed is not asked about.
  const scope = useSettled(JSON.stringify(isWhole(draft) ? scopeOf(draft) : null));
  const asked = JSON.parse(scope) as ReturnType<typeof scopeOf> | null;
  const preview = useRead(
    'watch.preview',
    { ...asked, since },
    {
      enabled: asked !== null && since !== '',
      isAsItWas: true,
    },
  );
  const last = useRef<Told>(undefined);
  if (preview.data !== undefined) last.current = preview.data;
  const told = preview.error === null ? last.current : preview.data;
  return (
    <>
      <Section title={told === undefined ? 'What it would have told' : headline(told)}>
        <ProblemBox error={preview.error} onRetry={() => void preview.refetch()} />
        <Line told={told} since={since} />
        <div className={styles.foot}>
          <p className={styles.note}>{told === undefined ? '' : noteOf(told)}</p>
          <span className={styles.since}>
            Since
            <DateInput
              aria-label="Since"
              value={since}
              max={isoDay(Date.now())}
              onChange={({ target }) => setSince(target.value)}
            />
          </span>
        </div>
      </Section>
      {children}
      {told === undefined || told.data.length === 0 ? null : <Words told={told} />}
    </>
  );
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function headline({ times }: Told): string {
  return times === 0 ? 'It would have told you nothing' : `It would have told you ${plural(times, 'time')}`;
}

function noteOf({ names, not_shown }: Told): string {
  const watched = `It watches ${plural(names, 'name')} today.`;
  if (not_shown.length === 0) return watched;
  const kinds = joined(
    not_shown.map((kind) => `“${KIND_WORDS[kind].toLowerCase()}”`),
    'and',
  );
  return `${watched} The past of ${kinds} is not kept, so it is not counted.`;
}

const HEIGHT = 60;
const AXIS = 28;
const EDGE = 6;
/** Of a letter at 12 pixels, on average. */
const LETTER = 6.6;

function Line({ told, since }: { told: Told | undefined; since: string }) {
  const [element, width] = useWidth<HTMLDivElement>();
  const from = timeOf(`${since === '' ? isoDay(Date.now()) : since}T00:00:00Z`);
  const until = Math.max(from + DAY, Date.now());
  const room = (width ?? 0) - 2 * EDGE;
  const x = (at: number) => EDGE + ((at - from) / (until - from)) * room;
  const marks = (told?.data ?? []).map((one) => ({ ...one, x: x(timeOf(one.at)) }));
  return (
    <div ref={element} className={styles.line}>
      {width === null ? null : (
        <svg
          width="100%"
          height={HEIGHT}
          role="img"
          aria-label={told === undefined ? 'Not known yet' : `${headline(told)} since ${utcDate(since)}`}
        >
          <line className={styles.axis} x1={EDGE} x2={width - EDGE} y1={AXIS} y2={AXIS} />
          {monthsBetween(from, until).map((at) => (
            <line key={at} className={styles.axis} x1={x(at)} x2={x(at)} y1={AXIS - 4} y2={AXIS + 4} />
          ))}
          {monthLabels(from, until, x, width).map(({ at, words }) => (
            <text key={at} className={styles.month} x={x(at)} y={AXIS + 24}>
              {words}
            </text>
          ))}
          {nameLabels(marks, width).map(({ name, x: left }) => (
            <text key={`${name} ${left}`} className={styles.name} x={left} y={12}>
              {name}
            </text>
          ))}
          {marks.map(({ x: at, direction }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: marks keep their places
            <Mark key={index} x={at} direction={direction} />
          ))}
        </svg>
      )}
    </div>
  );
}

function Mark({ x, direction }: { x: number; direction: Told['data'][number]['direction'] }) {
  if (direction === null) return <circle className={styles.ring} cx={x} cy={AXIS} r={4} />;
  const [top, tip] = direction === 'riskier' ? [AXIS - 4, AXIS + 5] : [AXIS + 4, AXIS - 5];
  return <path className={styles.arrow} d={`M${x - 5} ${top}h10L${x} ${tip}z`} />;
}

function monthsBetween(from: number, until: number): number[] {
  const months: number[] = [];
  const first = new Date(from);
  for (let month = first.getUTCMonth(); ; month += 1) {
    const at = Date.UTC(first.getUTCFullYear(), month, 1);
    if (at > until) return months;
    if (at >= from) months.push(at);
  }
}

/** Every month, or as many of them as there is room for. */
function monthLabels(from: number, until: number, x: (at: number) => number, width: number) {
  const months = monthsBetween(from, until);
  const step = Math.max(1, Math.ceil((months.length * 32) / Math.max(1, width)));
  return months.flatMap((at, index) =>
    index % step === 0 && x(at) + 24 <= width ? { at, words: utcDay(isoDay(at)).split(' ')[1]! } : [],
  );
}

/** Names above their marks, as far as they do not touch; the newest first, because they matter most. */
function nameLabels(marks: readonly { name: string; x: number }[], width: number) {
  const placed: { name: string; x: number; end: number }[] = [];
  for (const { name, x } of marks.toReversed()) {
    // The first word is enough to tell names apart on a line of time.
    const short = name.split(' ')[0]!;
    const wide = short.length * LETTER;
    const left = Math.min(Math.max(0, x - wide / 2), Math.max(0, width - wide));
    if (wide <= width && placed.every((one) => left > one.end + 8 || left + wide < one.x - 8))
      placed.push({ name: short, x: left, end: left + wide });
  }
  return placed;
}

function Words({ told: { data, times } }: { told: Told }) {
  const [isWholeList, setWhole] = useState(false);
  const newest = data.toReversed();
  const shown = isWholeList ? newest : newest.slice(0, FIRST);
  return (
    <Section title="What it would have told">
      <ol className={styles.told} aria-label="What it would have told, newest first">
        {shown.map(({ at, sentence }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they keep their places
          <li key={index}>
            <time dateTime={String(at)}>{utcDate(isoDay(timeOf(at)))}</time>
            <span>{said(sentence)}</span>
          </li>
        ))}
      </ol>
      {newest.length > shown.length ? (
        <Button kind="quiet" onPress={() => setWhole(true)}>
          {`${count(newest.length - shown.length)} more`}
        </Button>
      ) : null}
      {times > data.length ? (
        <p className={styles.note}>{`The last ${count(data.length)} of ${count(times)}.`}</p>
      ) : null}
    </Section>
  );
}
