// The report of a book as of a day. Its figures are those that the book shows; what is beside them comes from the same state.

import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import type { Member } from '../accounts/members.ts';
import { civilDate, dayAfter } from '../context/times.ts';
import { isProviderId } from './contents.ts';
import { keyOf } from './exposures.ts';
import { formatAmount } from './figures/amounts.ts';
import { hundredth } from './figures/hundredth.ts';
import { BANDS } from './limit-document.ts';
import { lossesByName } from './position-rows.ts';
import { compareSize, figuresOf, named, shareOf } from './show.ts';
import { type BookReading, type PastExposures, pastExposures, type RatedName, readState } from './state.ts';
import { requireDay } from './versions.ts';

type Report = DomainAnswerOf<'books.report'>;
type Cell = Report['migration']['cells'][number];

const TOP = 10;
const MOST_LISTED = 100;
const FIRST_NAMES = 3;
/** The order of decisions in the report. */
const SEVERITY = ['BLOCK', 'REVIEW', 'ALLOW'] as const;
const MIGRATION_BANDS = [...BANDS, 'absent'] as const;

export async function reportBook(
  reading: BookReading,
  member: Member,
  { since: given, ...which }: DomainInputOf<'books.report'>,
): Promise<Report> {
  if (given !== undefined) requireDay(given, 'since');
  const state = await readState(reading, member, which);
  const since = given ?? quarterEndBefore(state.effectiveOn);
  const before = await pastExposures(reading, state, since);
  const losses = lossesByName(state);
  const bySize = [...state.names.values()].sort(compareSize);
  const against = bySize
    .filter(({ decision }) => decision !== null && decision.decision !== 'ALLOW')
    .sort((a, b) => severityOf(a) - severityOf(b));
  return {
    ...{ workspace: member.workspace.name, made_at: reading.now, since },
    figures: await figuresOf(reading, member, state, before),
    top: bySize.slice(0, TOP).map((name) => {
      const loss = losses.get(name.key);
      return {
        ...{ ...named(name), loss: loss === undefined ? null : hundredth(loss) },
        decision: name.decision?.decision ?? null,
      };
    }),
    limit_names: state.limits.flatMap(({ id, of }) =>
      of.kind === 'name' ? { limit: id, name: nameIn(state.names, of.name) } : [],
    ),
    policy_digest: state.decisions?.digest ?? null,
    against_policy: { ...shareOf(against, state.total), data: against.slice(0, MOST_LISTED).map(decided) },
    exceptions: bySize.flatMap(lifted).slice(0, MOST_LISTED),
    migration: migrationOf(before, state.names),
  };
}

/** The last day of the quarter before the one that the day is in. */
export function quarterEndBefore(day: string): string {
  const firstMonth = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3;
  return dayAfter(civilDate(Date.UTC(Number(day.slice(0, 4)), firstMonth, 1)), -1);
}

function nameIn(names: ReadonlyMap<string, RatedName>, given: string): string | null {
  return isProviderId(given) ? (names.get(keyOf({ provider: given, name: '' }))?.name ?? null) : given;
}

const severityOf = ({ decision }: RatedName) => SEVERITY.indexOf(decision!.decision);

function exposureOf({ name, provider, units, share, decision }: RatedName) {
  const shown = { name, provider, exposure: formatAmount(units), share: hundredth(share) };
  return { ...shown, decision: decision!.decision };
}

function decided(name: RatedName): Report['against_policy']['data'][number] {
  const { decided_by, sentence, curedUntil } = name.decision!;
  return { ...exposureOf(name), decided_by, sentence, cured_until: curedUntil };
}

function lifted(name: RatedName): Report['exceptions'] {
  const exceptions = name.decision?.lifted ?? [];
  return exceptions.map(({ rule, reason, until }) => ({ ...exposureOf(name), rule, reason, until }));
}

/** Each name of either state once, by its band then and now. */
function migrationOf(
  { names: before }: PastExposures,
  after: ReadonlyMap<string, RatedName>,
): Report['migration'] {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const moves = keys.map((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    return { was, is, from: was?.band ?? ('absent' as const), to: is?.band ?? ('absent' as const) };
  });
  const cells = MIGRATION_BANDS.flatMap((from) =>
    MIGRATION_BANDS.flatMap((to): Cell[] => {
      const some = moves.filter((move) => move.from === from && move.to === to);
      if (some.length === 0) return [];
      const largest = some.map(({ was, is }) => (is ?? was)!).sort(compareSize);
      return [
        {
          ...{ from, to, names: some.length },
          exposure_before: formatAmount(some.reduce((sum, { was }) => sum + (was?.units ?? 0n), 0n)),
          exposure_after: formatAmount(some.reduce((sum, { is }) => sum + (is?.units ?? 0n), 0n)),
          first: largest.slice(0, FIRST_NAMES).map(({ name }) => name),
        },
      ];
    }),
  );
  return { names: keys.length, moved: moves.filter(({ from, to }) => from !== to).length, cells };
}
