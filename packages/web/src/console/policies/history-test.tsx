// What a version would have decided on past days, provider by provider: a thick bar for it, a thin one for the active version.
// Numbered marks lead to what was found, in words; a table has the same days.

import { daysIn, type TestFinding, testFindings } from '@rf-indicators/contract/policy-findings';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/field.tsx';
import { count, plural, utcDate, utcDay, withDates } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { DECISIONS, type Decision, DRAWN } from './decision.tsx';
import styles from './history-test.module.css';
import type { PolicyTest } from './policy.ts';

type Tested = PolicyTest['providers'][number];
type Period = Tested['periods'][number];

/** Marks beyond these would hide each other. */
const MARKED = 6;
const FIRST_ROWS = 16;

interface HistoryTestProps {
  test: PolicyTest | undefined;
  error: Error | null;
  since: string;
  onSince: (day: string) => void;
  onRetry: () => void;
  /** What is not in the test yet. */
  note: string | null;
}

export function HistoryTest({ test, error, since, onSince, onRetry, note }: HistoryTestProps) {
  const [isTable, setTable] = useState(false);
  const findings = test === undefined ? [] : testFindings(test, utcDate);
  return (
    <Section
      title={test === undefined ? 'Test on history' : headline(test, findings)}
      aside={
        <Button kind="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? 'As a chart' : 'As a table'}
        </Button>
      }
    >
      <ProblemBox error={error} onRetry={onRetry} />
      {note === null ? null : <p className={styles.note}>{note}</p>}
      {test === undefined && error === null ? null : (
        <div className={styles.since}>
          <DateField
            label="Since"
            value={test?.since ?? since}
            max={test?.until ?? ''}
            onChange={({ target }) => onSince(target.value)}
          />
          {test === undefined ? null : <Legend test={test} />}
        </div>
      )}
      {test === undefined ? (
        <div className={styles.waits} aria-busy={error === null} />
      ) : isTable ? (
        <Table
          isSmall
          label="Test on history"
          columns={columnsOf(test)}
          rows={periodsOf(test)}
          keyOf={keyOf}
          empty={NOBODY}
        />
      ) : test.providers.length === 0 ? (
        <p className={styles.note}>{NOBODY}</p>
      ) : (
        <Chart test={test} findings={findings} />
      )}
    </Section>
  );
}

const NOBODY = 'No provider of its scope was ever scored, so there is nothing to test it on.';

function headline({ version, compared_with }: PolicyTest, [first]: readonly TestFinding[]): string {
  if (first !== undefined)
    return `Version ${version} ${first.title.charAt(0).toLowerCase()}${first.title.slice(1)}`;
  return compared_with === null
    ? `Version ${version} would have allowed every provider on every day`
    : `Version ${version} would have decided as version ${compared_with.version} did`;
}

function Legend({
  test: { version, compared_with, since, until, has_more, providers },
}: {
  test: PolicyTest;
}) {
  return (
    <div className={styles.legend}>
      <p>
        {utcDate(since)} to {utcDate(until)}, UTC days
        {has_more ? ` · the first ${count(providers.length)} providers by name` : ''}
        {' · '}thick bar: version {version}
        {compared_with === null ? '' : ` · thin bar: version ${compared_with.version}`}
      </p>
      <ul>
        {DECISIONS.map((decision) => (
          <li key={decision}>
            <svg aria-hidden="true" width="24" height="16">
              <Bar decision={decision} x="0" width="24" y={2} isThick />
              <Bar decision={decision} x="0" width="24" y={13} />
            </svg>
            {decision.toLowerCase()}
          </li>
        ))}
      </ul>
    </div>
  );
}

const THICK = 8;
const THIN = 3;
const ROW = 33;

interface BarProps {
  decision: Decision;
  x: string;
  width: string;
  y: number;
  isThick?: boolean;
}

/** Of a thin bar, the pattern would not be seen. */
const THIN_FILLS: Readonly<Record<Decision, string>> = {
  ALLOW: 'var(--track)',
  REVIEW: 'var(--control)',
  BLOCK: 'var(--ink)',
};

function Bar({ decision, x, width, y, isThick = false }: BarProps) {
  if (!isThick) return <rect x={x} width={width} y={y} height={THIN} fill={THIN_FILLS[decision]} />;
  if (decision === 'ALLOW') return <rect x={x} width={width} y={y + 3} height={2} fill="var(--track)" />;
  return <rect x={x} width={width} y={y} height={THICK} {...DRAWN[decision]} />;
}

function Chart({ test, findings }: { test: PolicyTest; findings: readonly TestFinding[] }) {
  const [isWhole, setWhole] = useState(false);
  const marked = findings.slice(0, MARKED);
  const { providers } = test;
  // Those with a mark stand among the first.
  const first = providers.filter(
    ({ id }, at) => at < FIRST_ROWS || marked.some(({ provider }) => provider === id),
  );
  const shown = isWhole ? providers : first;
  const place = placeOf(test);
  const months = monthsOf(test);
  return (
    <>
      <div className={styles.chart}>
        <div className={styles.head}>
          <span>Provider</span>
          <svg className={styles.plot} height="20" aria-hidden="true">
            {months.map((day) => (
              <text key={day} x={`${place(day)}%`} dx="4" y="14">
                {utcDate(day).split(' ')[1]}
              </text>
            ))}
          </svg>
          <span className={styles.today}>Today</span>
        </div>
        <ul className={styles.rows} aria-label="Test on history by provider">
          {shown.map((provider) => (
            <li key={provider.id}>
              <span className={styles.name}>{provider.name}</span>
              <svg className={styles.plot} height={ROW} role="img" aria-label={wordsOf(provider)}>
                {months.map((day) => (
                  <line
                    key={day}
                    className={styles.month}
                    x1={`${place(day)}%`}
                    x2={`${place(day)}%`}
                    y2={ROW}
                  />
                ))}
                <Periods periods={provider.periods} place={place} y={8} isThick />
                {provider.compared === null ? null : (
                  <Periods periods={provider.compared} place={place} y={22} />
                )}
                {marked.map((finding, at) =>
                  finding.provider === provider.id ? (
                    <Mark key={finding.title} number={at + 1} x={`${place(finding.from)}%`} y={12} />
                  ) : null,
                )}
              </svg>
              <span className={`${styles.today} ${styles[provider.today.decision.toLowerCase()]}`}>
                {provider.today.decision.toLowerCase()}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {shown.length < providers.length ? (
        <Button kind="quiet" onPress={() => setWhole(true)}>
          {`Show all ${count(providers.length)} providers`}
        </Button>
      ) : null}
      <Findings findings={findings} />
    </>
  );
}

/** Where a day begins, in percent of the width. */
function placeOf({ since, until }: PolicyTest) {
  const days = daysIn(since, until);
  return (day: string) => ((daysIn(since, day) - 1) / days) * 100;
}

/** More names than these would touch each other. */
const MOST_MONTHS = 8;

function monthsOf({ since, until }: PolicyTest): string[] {
  const months: string[] = [];
  const first = new Date(since);
  for (let at = 1; ; at += 1) {
    const day = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + at, 1))
      .toISOString()
      .slice(0, 10);
    if (day > until) break;
    months.push(day);
  }
  const every = Math.ceil(months.length / MOST_MONTHS);
  return months.filter((_, at) => at % every === 0);
}

interface PeriodsProps {
  periods: readonly Period[];
  place: (day: string) => number;
  y: number;
  isThick?: boolean;
}

function Periods({ periods, place, y, isThick = false }: PeriodsProps) {
  return runsOf(periods).map(({ from, to, decision }) => {
    const [start, end] = [place(from), place(dayAfter(to))];
    return (
      <Bar key={from} decision={decision} x={`${start}%`} width={`${end - start}%`} y={y} isThick={isThick} />
    );
  });
}

/** Days in a row with one decision, whichever rule it was by. */
function runsOf(periods: readonly Period[]): readonly Pick<Period, 'from' | 'to' | 'decision'>[] {
  const runs: { from: string; to: string; decision: Decision }[] = [];
  for (const { from, to, decision } of periods) {
    const last = runs.at(-1);
    if (last?.decision === decision && dayAfter(last.to) === from) last.to = to;
    else runs.push({ from, to, decision });
  }
  return runs;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

function Mark({ number, x, y }: { number: number; x: string; y: number }) {
  return (
    <g className={styles.mark}>
      <circle cx={x} cy={y} r="8" />
      <text x={x} y={y + 4} textAnchor="middle">
        {number}
      </text>
    </g>
  );
}

/** "Review for 12 days, block for 40 days." */
function wordsOf({ name, periods }: Tested): string {
  const parts = (['BLOCK', 'REVIEW'] as const).flatMap((decision) => {
    const days = periods
      .filter((one) => one.decision === decision)
      .reduce((sum, { from, to }) => sum + daysIn(from, to), 0);
    return days === 0 ? [] : [`${decision.toLowerCase()} for ${plural(days, 'day')}`];
  });
  return `${name}: ${parts.length === 0 ? 'allow on every day' : parts.join(', ')}`;
}

function Findings({ findings }: { findings: readonly TestFinding[] }) {
  const [isWhole, setWhole] = useState(false);
  if (findings.length === 0) return null;
  const shown = isWhole ? findings : findings.slice(0, MARKED);
  return (
    <>
      <ol className={styles.findings}>
        {shown.map(({ title, detail }, at) => (
          <li key={`${title} ${detail}`}>
            <svg className={styles.badge} aria-hidden="true" width="18" height="20">
              {at < MARKED ? <Mark number={at + 1} x="9" y={10} /> : null}
            </svg>
            <span>
              <strong>{title}</strong>
              <br />
              <span className="muted">{detail}</span>
            </span>
          </li>
        ))}
      </ol>
      {shown.length < findings.length ? (
        <Button kind="quiet" onPress={() => setWhole(true)}>
          {`Show ${plural(findings.length - shown.length, 'more difference')}`}
        </Button>
      ) : null}
    </>
  );
}

interface TestedPeriod extends Period {
  provider: string;
  id: string;
  other: Decision | null;
}

/** Days on which both versions decided the same. */
function periodsOf({ providers }: PolicyTest): TestedPeriod[] {
  return providers.flatMap(({ id, name, periods, compared }) =>
    periods.flatMap((period): TestedPeriod[] => {
      const row = { ...period, id, provider: name };
      if (compared === null) return [{ ...row, other: null }];
      return compared
        .filter((one) => one.from <= period.to && one.to >= period.from)
        .map((one) => ({
          ...row,
          from: one.from > period.from ? one.from : period.from,
          to: one.to < period.to ? one.to : period.to,
          other: one.decision,
        }));
    }),
  );
}

const keyOf = ({ id, from, decision, other }: TestedPeriod) => `${id} ${from} ${decision} ${other}`;

function columnsOf({ version, compared_with }: PolicyTest): Column<TestedPeriod>[] {
  return [
    { head: 'Provider', cell: ({ provider }) => provider, text: ({ provider }) => provider },
    {
      head: 'Days',
      text: ({ from, to }) => (from === to ? utcDate(from) : `${utcDay(from)} – ${utcDate(to)}`),
    },
    { head: `Version ${version}`, isFixed: true, text: ({ decision }) => decision.toLowerCase() },
    ...(compared_with === null
      ? []
      : [
          {
            head: `Version ${compared_with.version}`,
            isFixed: true,
            text: ({ other }: TestedPeriod) => other?.toLowerCase() ?? null,
          },
        ]),
    { head: 'Why', isExtra: true, text: ({ sentence }) => withDates(sentence) },
  ];
}
