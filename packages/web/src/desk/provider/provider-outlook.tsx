// What ageing of the evidence alone does to the published score: the chart of the public page, and the same as tables.

import { outlookDrawing } from '../../charts/outlook.ts';
import { OUTLOOK_LINES, withGates, withoutRenewals } from '../../charts/outlook-words.ts';
import { BandChip } from '../../ui/band.tsx';
import { drawn } from '../../ui/drawn.tsx';
import { hundredths, inWords, utcDate } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import type { ProviderFile } from './file.ts';
import styles from './provider.module.css';

type Outlook = NonNullable<ProviderFile['outlook']>;
type Step = Outlook['steps'][number];

const DAY = 24 * 60 * 60 * 1000;

export function ProviderOutlook({ outlook }: { outlook: Outlook | null }) {
  if (outlook === null) return null;
  const { steps, gates_renewed, meaning, to } = outlook;
  const [first, last] = [gates_renewed.steps[0]!, gates_renewed.steps.at(-1)!];
  const renewed = withGates(first.score!, last.score!, gates_renewed.first_band_change, to);
  return (
    <Section title="If nothing is renewed" note={`${meaning} ${OUTLOOK_LINES}`}>
      <p className={styles.outlook}>{`${withoutRenewals(outlook)} ${renewed}`}</p>
      <Chart outlook={outlook} />
      <details className={styles.folded}>
        <summary>Show as a table</summary>
        <StepTable label="If nothing is renewed" steps={steps} />
      </details>
      <details className={styles.folded}>
        <summary>Show bands and caps with gates checked in time</summary>
        <StepTable label="With gates checked in time" steps={turns(gates_renewed.steps)} />
      </details>
    </Section>
  );
}

const startOf = (date: string) => Date.parse(date);
const endOf = (date: string) => Date.parse(date) + DAY;

function Chart({ outlook }: { outlook: Outlook }) {
  const { from, to, first_lapse } = outlook;
  const drawnSteps = (steps: readonly Step[]) =>
    steps.flatMap(({ from: first, to: last, score, band }) =>
      score === null
        ? []
        : [{ from: startOf(first), until: endOf(last), finalScore: score, riskBand: band! }],
    );
  const { plot, names, lane, axis } = outlookDrawing({
    steps: drawnSteps(outlook.steps),
    renewed: drawnSteps(outlook.gates_renewed.steps),
    lapse: first_lapse && {
      from: startOf(first_lapse.lapses_on),
      until: startOf(first_lapse.withdrawn_on),
    },
    period: { since: startOf(from), until: endOf(to) },
  });
  const label = `Step chart of the score from ${utcDate(from)} to ${utcDate(to)} if nothing is renewed. ${withoutRenewals(outlook)}`;
  return (
    <div className="history-chart">
      <svg className="plot" role="img" aria-label={label}>
        {plot.map(drawn)}
      </svg>
      {[names, lane, axis].map((drawings, at) => (
        <svg key={PARTS[at]} className={PARTS[at]} aria-hidden="true">
          {drawings.map(drawn)}
        </svg>
      ))}
    </div>
  );
}

const PARTS = ['names', 'lane', 'axis'] as const;

/** The first and the last step, and those between with another band or other caps. */
function turns(steps: readonly Step[]): Step[] {
  const stateOf = ({ band, caps }: Step) => [band, ...caps.map(({ rule_id }) => rule_id)].join();
  return steps.filter(
    (step, at) => at === 0 || at === steps.length - 1 || stateOf(step) !== stateOf(steps[at - 1]!),
  );
}

const NONE = <span className="muted">none</span>;

const COLUMNS: readonly Column<Step>[] = [
  { head: 'From', isFixed: true, cell: ({ from }) => utcDate(from) },
  { head: 'Score', isFigure: true, cell: ({ score }) => (score === null ? '' : hundredths(score)) },
  {
    head: 'Band',
    isMinor: 'plain',
    cell: ({ band, state }) =>
      band !== null ? (
        <BandChip band={band} />
      ) : (
        <span className="muted">{state === 'stale' ? 'stale, without a new score' : 'withdrawn'}</span>
      ),
  },
  { head: 'Evidence quality', isFigure: true, isMinor: true, cell: ({ confidence }) => confidence ?? NONE },
  {
    head: 'Caps',
    isMinor: true,
    cell: ({ caps, state }) =>
      state !== 'scored'
        ? NONE
        : caps
            .map(({ rule_id, name, cap }) => `${rule_id} ${inWords(name)}: at most ${hundredths(cap)}`)
            .join('; ') || 'none',
  },
];

function StepTable({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <Table
      label={label}
      columns={COLUMNS}
      rows={steps}
      keyOf={({ from }) => from}
      empty="No day is scored."
    />
  );
}
