// What else a book shows: its worst names, withdrawn ones, shares by type and framework, concentration, what lapses when, and the
// rates that it counts with.

import { typeName } from '../../charts/type-names.ts';
import { BandChip } from '../../ui/band.tsx';
import { Facts } from '../../ui/facts.tsx';
import { count, date, plural, utcDate } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { inUnit, percent, unitOf, unitWords } from './amounts.ts';
import { type Figures, OUTSIDE_WORDS } from './book.ts';
import styles from './books.module.css';

export function MoreFigures({ figures }: { figures: Figures }) {
  return (
    <div className={styles.columns}>
      <div>
        <Worst figures={figures} />
        <Withdrawn figures={figures} />
        <OutsideSums figures={figures} />
      </div>
      <div>
        <Concentration figures={figures} />
        <Shares figures={figures} />
        <Lapses figures={figures} />
      </div>
    </div>
  );
}

function Worst({ figures }: { figures: Figures }) {
  const unit = unitOf(figures.total);
  if (figures.worst.length === 0) return null;
  return (
    <Section title="Worst names">
      <Table
        isSmall
        label="Worst names"
        rows={figures.worst}
        keyOf={({ provider, name }) => provider ?? name}
        empty=""
        columns={[
          { head: 'Name', text: ({ name }) => name },
          { head: 'Score', isFigure: true, text: ({ score }) => score?.toFixed(2) ?? null },
          {
            head: 'Band',
            isExtra: true,
            cell: ({ band }) => (band === null ? null : <BandChip band={band} />),
          },
          { head: unitWords(figures), isFigure: true, text: ({ exposure }) => inUnit(exposure, unit) },
        ]}
      />
    </Section>
  );
}

/** A name that was withdrawn has its own line: losing it never looks like an improvement. */
function Withdrawn({ figures }: { figures: Figures }) {
  const unit = unitOf(figures.total);
  if (figures.withdrawn.length === 0) return null;
  return (
    <Section title={`${plural(figures.withdrawn.length, 'name')} withdrawn`}>
      <Table
        isSmall
        label="Withdrawn names"
        rows={figures.withdrawn}
        keyOf={({ provider, name }) => provider ?? name}
        empty=""
        columns={[
          { head: 'Name', text: ({ name }) => name },
          { head: 'Since', isFixed: true, isExtra: true, text: ({ withdrawn_at }) => date(withdrawn_at) },
          { head: unitWords(figures), isFigure: true, text: ({ exposure }) => inUnit(exposure, unit) },
          { head: 'Share', isFigure: true, text: ({ share }) => percent(share) },
        ]}
      />
    </Section>
  );
}

function OutsideSums({ figures: { outside } }: { figures: Figures }) {
  if (outside.positions === 0) return null;
  return (
    <Section title={`${plural(outside.positions, 'position')} outside the sums`}>
      <Table
        isSmall
        label="Positions outside the sums"
        rows={outside.data}
        keyOf={({ position }) => position}
        empty=""
        columns={[
          { head: 'Name', text: ({ name }) => name },
          {
            head: 'Amount',
            isFigure: true,
            text: ({ amount, currency }) => amount && `${currency} ${inUnit(amount, unitOf('0'))}`,
          },
          { head: 'Why', isFixed: true, text: ({ reason }) => OUTSIDE_WORDS[reason] },
        ]}
      />
    </Section>
  );
}

function Concentration({ figures: { concentration } }: { figures: Figures }) {
  if (concentration === null) return null;
  const { largest, five_largest, hhi } = concentration;
  return (
    <Section title="Concentration">
      <Facts
        facts={{
          'Largest name': `${largest.name}, ${percent(largest.share)}`,
          'Five largest': percent(five_largest),
          'Sum of squared shares (HHI)': `${count(hhi)} of 10,000`,
        }}
      />
    </Section>
  );
}

interface Share {
  what: string;
  names: number;
  share: number;
}

const SHARES: readonly Column<Share>[] = [
  { head: 'Of', text: ({ what }) => what },
  { head: 'Names', isFigure: true, text: ({ names }) => names },
  { head: 'Share', isFigure: true, text: ({ share }) => percent(share) },
];

function Shares({ figures: { types, frameworks } }: { figures: Figures }) {
  const table = (title: string, rows: readonly Share[]) => (
    <Section title={title}>
      <Table isSmall label={title} rows={rows} keyOf={({ what }) => what} empty="" columns={SHARES} />
    </Section>
  );
  if (types.length === 0) return null;
  return (
    <>
      {table(
        'By type',
        types.map(({ type, names, share }) => ({ what: typeWords(type), names, share })),
      )}
      {table(
        frameworks.is_mixed ? 'By framework: the composite mixes them' : 'By framework',
        frameworks.data.map(({ framework, names, share }) => ({
          what: framework ?? 'without a score',
          names,
          share,
        })),
      )}
    </>
  );
}

function typeWords(type: string | null): string {
  return type === null ? 'without a score' : typeName(type);
}

const LAPSE_WORDS = { evidence: 'evidence begins to count less', stale: 'stale if no gate is checked again' };

function Lapses({ figures: { lapses } }: { figures: Figures }) {
  if (lapses.length === 0) return null;
  return (
    <Section title="What lapses when">
      <Table
        isSmall
        label="What lapses when"
        rows={lapses.slice(0, 12)}
        keyOf={({ day, what }) => `${day} ${what}`}
        empty=""
        columns={[
          { head: 'Day (UTC)', isFixed: true, text: ({ day }) => utcDate(day) },
          {
            head: 'What',
            text: ({ what, names, first }) =>
              `${names === 1 ? first[0] : plural(names, 'name')}: ${LAPSE_WORDS[what]}`,
          },
          { head: 'Share', isFigure: true, text: ({ share }) => percent(share) },
        ]}
      />
    </Section>
  );
}
