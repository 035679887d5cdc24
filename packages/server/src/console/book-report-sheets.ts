// The report of a book as the sheets of a workbook. Every cell is a member of the answer of books.report.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { CellType, Tab, TypedColumn } from '../rendering/spreadsheets/xlsx.ts';

type Report = AnswerOf<'books.report'>;

/** A column with the function that finds its cell in a row. */
type Cell<Row> = readonly [name: string, type: CellType, meaning: string, value: (row: Row) => unknown];

function tab<Row>(title: string, rows: readonly Row[], cells: readonly Cell<Row>[]): Tab {
  const columns = cells.map(([name, type, meaning]): TypedColumn => ({ name, type, meaning }));
  return { title, columns, rows: rows.map((row) => cells.map(([, , , value]) => textOf(value(row)))) };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return Array.isArray(value) ? value.join('; ') : String(value);
}

/** Each amount is a number if it has at most 15 digits, which is what spreadsheets keep, and otherwise a text with all of them. */
export function reportTabs(report: Report): Tab[] {
  const { figures, top, against_policy, exceptions, migration } = report;
  return [
    tab('Summary', [report], SUMMARY),
    tab('Bands', figures.bands, [['band', 'text', 'none: without a score.', ({ band }) => band], ...SHARES]),
    tab('Limits', figures.limits, LIMITS),
    tab('Against the policy', against_policy.data, AGAINST),
    tab('Exceptions', exceptions, EXCEPTIONS),
    tab('Migration', migration.cells, MIGRATION),
    tab('Top ten', top, TOP),
    tab('Change', figures.change?.lines ?? [], CHANGE),
    tab('Outside', figures.outside.data, OUTSIDE),
  ];
}

export function aboutReport({ figures, made_at, since }: Report): [string, string][] {
  return [
    ['Report of the book', figures.name],
    ['As of', `the end of ${figures.effective_on}, as it was known at ${figures.known_at}`],
    ['Change and migration', `since the end of ${since}`],
    ['Made at', made_at],
    [
      'Amounts',
      `In ${figures.currency}. A number if it has at most 15 digits, which a spreadsheet keeps exactly; otherwise a text.`,
    ],
    [
      'Decisions',
      'Hypothetical: what the active policy would decide of the existing exposure. Nothing of it is kept or signed.',
    ],
  ];
}

type Shared = { names: number; exposure: string; share: number };

const SHARES: readonly Cell<Shared>[] = [
  ['names', 'integer', 'How many names.', ({ names }) => names],
  ['exposure', 'amount', 'Their exposure together.', ({ exposure }) => exposure],
  ['share', 'decimal', 'Of the exposure of the book, in per cent.', ({ share }) => share],
];

const SUMMARY: readonly Cell<Report>[] = [
  ['book', 'text', 'The name of the book.', ({ figures }) => figures.name],
  ['workspace', 'text', 'The workspace that has the book.', ({ workspace }) => workspace],
  ['effective_on', 'date', 'The day of the report.', ({ figures }) => figures.effective_on],
  ['known_at', 'instant', 'What was recorded later is not in it.', ({ figures }) => figures.known_at],
  ['scores_as_of', 'instant', 'The scores that were published then.', ({ figures }) => figures.scores_as_of],
  ['version', 'integer', 'The version of the book.', ({ figures }) => figures.version?.number],
  ['currency', 'text', 'The reporting currency.', ({ figures }) => figures.currency],
  ['measure', 'text', 'net or gross: what sums and weights count.', ({ figures }) => figures.measure],
  ['positions', 'integer', 'How many positions.', ({ figures }) => figures.positions],
  ['names', 'integer', 'How many names.', ({ figures }) => figures.names],
  ['total', 'amount', 'The exposure of the book.', ({ figures }) => figures.total],
  ['composite', 'decimal', 'The mean score, weighted by exposure.', ({ figures }) => figures.composite.score],
  [
    'coverage',
    'decimal',
    'The share of the exposure whose names have a score, in per cent.',
    ({ figures }) => figures.composite.coverage,
  ],
  [
    'unscored_at_zero',
    'decimal',
    'The composite with 0 for names without a score.',
    ({ figures }) => figures.composite.unscored_at_zero,
  ],
  [
    'outside',
    'integer',
    'How many positions stand outside the sums.',
    ({ figures }) => figures.outside.positions,
  ],
  [
    'five_largest',
    'decimal',
    'The share of the five largest names, in per cent.',
    ({ figures }) => figures.concentration?.five_largest,
  ],
  [
    'hhi',
    'integer',
    'The sum of the squared shares; 10000 is one name.',
    ({ figures }) => figures.concentration?.hhi,
  ],
  ['since', 'date', 'The day with whose end change and migration begin.', ({ since }) => since],
  ['composite_before', 'decimal', 'The composite of that day.', ({ figures }) => figures.change?.before],
  [
    'moved',
    'integer',
    'How many names changed band, entered or left since.',
    ({ migration }) => migration.moved,
  ],
  [
    'against_policy',
    'integer',
    'How many names the policy would review or block.',
    ({ against_policy }) => against_policy.names,
  ],
  ['policy', 'text', 'The policy of the book.', ({ figures }) => figures.policy?.name],
  ['policy_version', 'integer', 'Its active version.', ({ figures }) => figures.policy?.version],
  ['policy_digest', 'text', 'The digest of that version.', ({ policy_digest }) => policy_digest],
];

type Limit = Report['figures']['limits'][number];
const cure = ({ cures }: Limit, kind: 'reduce' | 'raise') => {
  const found = cures.find((one) => one.kind === kind);
  return found === undefined ? null : found.kind === 'reduce' ? found.by : found.to;
};

const LIMITS: readonly Cell<Limit>[] = [
  ['limit', 'text', 'Its id.', ({ id }) => id],
  ['measure', 'text', 'net or gross: an amount. share: of the book, in per cent.', ({ measure }) => measure],
  ['kind', 'text', 'What it is about: name, group or band.', ({ of }) => of.kind],
  [
    'of',
    'text',
    'The name, or the id of a provider; the group; or the band.',
    ({ of }) => ('name' in of ? of.name : 'group' in of ? of.group : of.band),
  ],
  ['at_most', 'amount', 'An amount, or per cent for a share.', ({ at_most }) => at_most],
  ['used', 'amount', 'As at_most.', ({ used }) => used],
  ['breached', 'boolean', 'Whether more is used than the limit allows.', ({ breached }) => breached],
  ['outside', 'integer', 'How many of its positions stand outside the sums.', ({ outside }) => outside],
  [
    'cure_reduce_by',
    'amount',
    'By how much the exposure has to fall to end the breach.',
    (limit) => cure(limit, 'reduce'),
  ],
  ['cure_raise_to', 'amount', 'The lowest limit that would hold.', (limit) => cure(limit, 'raise')],
];

type Named = { name: string; provider: string | null; exposure: string; share: number };

const NAMED: readonly Cell<Named>[] = [
  ['name', 'text', 'The name of the provider, or the one in the book.', ({ name }) => name],
  [
    'provider_id',
    'text',
    'The id of the provider; empty for a name that is not matched.',
    ({ provider }) => provider,
  ],
  ['exposure', 'amount', 'The exposure to the name.', ({ exposure }) => exposure],
  ['share', 'decimal', 'Of the exposure of the book, in per cent.', ({ share }) => share],
];

const AGAINST: readonly Cell<Report['against_policy']['data'][number]>[] = [
  ...NAMED,
  ['decision', 'text', 'REVIEW or BLOCK.', ({ decision }) => decision],
  ['decided_by', 'text', 'The rule that decides.', ({ decided_by }) => decided_by],
  ['sentence', 'text', 'What the rule says.', ({ sentence }) => sentence],
  [
    'cured_until',
    'date',
    'The last of the days in which the policy lets the name be cured.',
    ({ cured_until }) => cured_until,
  ],
];

const EXCEPTIONS: readonly Cell<Report['exceptions'][number]>[] = [
  ...NAMED,
  ['decision', 'text', 'What the policy decides with the exception.', ({ decision }) => decision],
  ['rule', 'text', 'The rule that the exception lets pass.', ({ rule }) => rule],
  ['reason', 'text', 'The reason of the exception.', ({ reason }) => reason],
  ['until', 'date', 'The last day on which it counts.', ({ until }) => until],
];

const MIGRATION: readonly Cell<Report['migration']['cells'][number]>[] = [
  ['from', 'text', 'The band then. none: without a score. absent: not in the book.', ({ from }) => from],
  ['to', 'text', 'The band now.', ({ to }) => to],
  ['names', 'integer', 'How many names.', ({ names }) => names],
  ['exposure_before', 'amount', 'Their exposure then.', ({ exposure_before }) => exposure_before],
  ['exposure_after', 'amount', 'Their exposure now.', ({ exposure_after }) => exposure_after],
  ['first', 'text', 'At most three of them, the largest first.', ({ first }) => first],
];

const TOP: readonly Cell<Report['top'][number]>[] = [
  ...NAMED,
  ['state', 'text', 'scored, withdrawn, not_scored or not_matched.', ({ state }) => state],
  ['score', 'decimal', 'From 0 to 100. Higher is safer.', ({ score }) => score],
  ['band', 'text', 'LOW, MEDIUM, ELEVATED or HIGH.', ({ band }) => band],
  ['loss', 'decimal', 'Points that the name takes from the composite.', ({ loss }) => loss],
  ['decision', 'text', 'What the policy would decide.', ({ decision }) => decision],
];

const CHANGE: readonly Cell<NonNullable<Report['figures']['change']>['lines'][number]>[] = [
  ['name', 'text', 'The name of the provider, or the one in the book.', ({ name }) => name],
  [
    'provider_id',
    'text',
    'The id of the provider; empty for a name that is not matched.',
    ({ provider }) => provider,
  ],
  ['cause', 'text', 'score, exposure, entered, left, scored or unscored.', ({ cause }) => cause],
  ['points', 'decimal', 'Points of the composite.', ({ points }) => points],
];

const OUTSIDE: readonly Cell<Report['figures']['outside']['data'][number]>[] = [
  ['position', 'text', 'The id of the position.', ({ position }) => position],
  ['name', 'text', 'As the book has it.', ({ name }) => name],
  ['currency', 'text', 'That of the position.', ({ currency }) => currency],
  ['amount', 'amount', 'In that currency.', ({ amount }) => amount],
  ['reason', 'text', 'not_stated, negative or no_rate.', ({ reason }) => reason],
];
