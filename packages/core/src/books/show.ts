// The figures of a book, as acts answer them. Lists are cut at a number that people can read, and say what the rest adds up to.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { Member } from '../accounts/members.ts';
import { civilDate, dayAfter } from '../context/times.ts';
import { namesOfMembers } from '../policies/member-names.ts';
import { formatAmount, parseAmount, roundedDivision } from './figures/amounts.ts';
import { changeOf } from './figures/change.ts';
import { compositeOf, sharesOf, WHOLE } from './figures/composite.ts';
import { hundredth } from './figures/hundredth.ts';
import { BANDS } from './limit-document.ts';
import { countPositions } from './position-rows.ts';
import {
  type BookReading,
  type BookState,
  currentExposures,
  type PastExposures,
  pastExposures,
  type RatedName,
  readState,
  type WhichState,
} from './state.ts';
import { requireDay } from './versions.ts';

type Shown = DomainAnswerOf<'books.show'>;

const MOST_LOSSES = 20;
const MOST_WORST = 10;
const MOST_LISTED = 100;
const LAPSE_DAYS = 90;
const NAMES_OF_A_DAY = 5;
const DECISIONS = ['ALLOW', 'REVIEW', 'BLOCK'] as const;

export async function showBook(
  reading: BookReading,
  member: Member,
  { since, ...which }: WhichState & { since?: string | undefined },
): Promise<Shown> {
  if (since !== undefined) requireDay(since, 'since');
  const state = await readState(reading, member, which);
  const before = since === undefined ? null : await pastExposures(reading, state, since);
  return figuresOf(reading, member, state, before);
}

/** `before` is the state with which the change of the composite is explained. */
export async function figuresOf(
  reading: BookReading,
  member: Member,
  state: BookState,
  before: PastExposures | null,
): Promise<Shown> {
  const people = await namesOfMembers(reading.db, member.workspace.id);
  const { open, version, contents, total, composite, positions } = state;
  const bySize = [...state.names.values()].sort(compareSize);
  const unscored = bySize.filter(({ score }) => score === null);
  return {
    ...{ id: open.row.id, name: open.settings.name, currency: contents.currency, measure: contents.measure },
    version:
      version === null
        ? null
        : {
            ...{ number: version.number, effective_on: version.effective_on },
            ...{ recorded_at: version.recorded_at, recorded_by: version.recorded_by },
            recorded_by_name: people.get(version.recorded_by)!,
          },
    ...{ effective_on: state.effectiveOn, known_at: state.knownAt },
    scores_as_of: state.instant ?? reading.now,
    ...{ positions: positions.length, names: bySize.length, total: formatAmount(total) },
    shown: countPositions(state),
    composite: {
      score: composite && hundredth(composite.composite),
      coverage: coverageOf(state),
      unscored_at_zero: composite && hundredth(composite.unscoredAtZero),
    },
    losses: lossesOf(state),
    worst: bySize
      .filter(({ score, units }) => score !== null && units > 0n)
      .sort((a, b) => a.score! - b.score!)
      .slice(0, MOST_WORST)
      .map(named),
    withdrawn: withdrawnOf(bySize),
    unscored: { ...shareOf(unscored, total), data: unscored.slice(0, MOST_LISTED).map(named) },
    bands: partsOf(state, BANDS, ({ band }) => band).map(([band, part]) => ({ band, ...part })),
    types: partsOf(state, [], typeOf).map(([type, part]) => ({ type, ...part })),
    frameworks: frameworksOf(state),
    concentration: concentrationOf(bySize, total),
    outside: outsideOf(state),
    limits: state.limits.map((use) => ({ ...use, cures: [...use.cures] })),
    policy: state.decisions && {
      ...{ name: state.decisions.name, version: state.decisions.version },
      decisions:
        state.decisions.version === null
          ? []
          : partsOf(state, DECISIONS, ({ decision }) => decision!.decision).map(([decision, part]) => ({
              ...{ decision, ...part },
            })),
    },
    lapses: state.instant === null ? lapsesOf(bySize, reading.now, total) : [],
    change: before && changeSince(state, before),
  };
}

/** The largest exposure first. */
export function compareSize(a: RatedName, b: RatedName): number {
  return a.units === b.units ? 0 : a.units > b.units ? -1 : 1;
}

export function named({ name, provider, state, score, band, units, share }: RatedName) {
  return {
    ...{ name, provider, state, score: score === null ? null : hundredth(score) },
    ...{ band: score === null ? null : band, exposure: formatAmount(units), share: hundredth(share) },
  };
}

function coverageOf({ composite, total }: BookState): number | null {
  if (total === 0n) return null;
  return composite === null ? 0 : hundredth(composite.coverage);
}

/** Shares of a part are rounded on their own, because the parts of a list that is cut do not add up. */
export function shareOf(names: readonly RatedName[], total: bigint) {
  const units = names.reduce((sum, name) => sum + name.units, 0n);
  return {
    ...{ names: names.length, exposure: formatAmount(units) },
    share: total === 0n ? 0 : hundredth(Number(roundedDivision(units * WHOLE, total))),
  };
}

interface Part {
  names: number;
  exposure: string;
  share: number;
}

/** Shares by largest remainder, so that they are 100.00 % together; `order` first, also what has no name. */
function partsOf<Of>(
  { names }: BookState,
  order: readonly Of[],
  ofName: (name: RatedName) => Of,
): [Of, Part][] {
  const parts = new Map<Of, { names: number; units: bigint }>(
    order.map((of) => [of, { names: 0, units: 0n }]),
  );
  for (const name of names.values()) {
    const of = ofName(name);
    const part = parts.get(of) ?? { names: 0, units: 0n };
    part.names += 1;
    part.units += name.units;
    parts.set(of, part);
  }
  const all = [...parts];
  const shares = sharesOf(all.map(([, { units }]) => units));
  return all.map(([of, part], index) => [
    of,
    { names: part.names, exposure: formatAmount(part.units), share: hundredth(shares[index]!) },
  ]);
}

function typeOf({ published }: RatedName): string | null {
  return published?.state === 'scored' ? published.type : null;
}

function frameworksOf(state: BookState): Shown['frameworks'] {
  const parts = partsOf(state, [], ({ published }) =>
    published?.state === 'scored' ? published.framework : null,
  );
  return {
    is_mixed: parts.filter(([framework]) => framework !== null).length > 1,
    data: parts.map(([framework, part]) => ({ framework, ...part })),
  };
}

function lossesOf({ composite, names }: BookState): Shown['losses'] {
  const losses = (composite?.losses ?? []).filter(({ loss }) => loss !== 0).sort((a, b) => b.loss - a.loss);
  const rest = losses.slice(MOST_LOSSES);
  return {
    data: losses.slice(0, MOST_LOSSES).map(({ name: key, loss }) => {
      const { name, provider, score, units } = names.get(key)!;
      return {
        ...{ name, provider, score: hundredth(score!), exposure: formatAmount(units) },
        points: hundredth(loss),
      };
    }),
    others: { names: rest.length, points: hundredth(rest.reduce((sum, { loss }) => sum + loss, 0)) },
  };
}

function withdrawnOf(bySize: readonly RatedName[]): Shown['withdrawn'] {
  const found = bySize.flatMap(({ name, provider, published, units, share }) =>
    published?.state === 'withdrawn'
      ? {
          ...{ name, provider, exposure: formatAmount(units), share: hundredth(share) },
          ...{ withdrawn_at: published.withdrawnAt, reason: published.reason },
        }
      : [],
  );
  return found.slice(0, MOST_LISTED);
}

function concentrationOf(bySize: readonly RatedName[], total: bigint): Shown['concentration'] {
  if (total === 0n) return null;
  const squares = bySize.reduce((sum, { units }) => sum + units * units, 0n);
  return {
    largest: named(bySize[0]!),
    five_largest: shareOf(bySize.slice(0, 5), total).share,
    hhi: Number(roundedDivision(squares * 10_000n, total * total)),
  };
}

function outsideOf({ positions, contents: { measure } }: BookState): Shown['outside'] {
  const outside = positions.filter((one) => one.outside !== null);
  return {
    positions: outside.length,
    data: outside.slice(0, MOST_LISTED).map(({ position, outside: reason }) => ({
      ...{ position: position.id, name: position.name, currency: position.currency },
      amount: position[measure] === null ? null : formatAmount(parseAmount(position[measure])!),
      reason: reason!,
    })),
  };
}

function lapsesOf(bySize: readonly RatedName[], now: number, total: bigint): Shown['lapses'] {
  const last = dayAfter(civilDate(now), LAPSE_DAYS);
  const lapsing = bySize.flatMap((name) => {
    const { published } = name;
    if (published?.state !== 'scored' || published.staleSince !== null) return [];
    const { nextLapseAt, staleFrom } = published;
    return [
      { name, what: 'evidence' as const, at: nextLapseAt },
      { name, what: 'stale' as const, at: staleFrom },
    ].flatMap(({ at, ...one }) => (at === null || at < now ? [] : { ...one, day: civilDate(at) }));
  });
  const days = Map.groupBy(
    lapsing.filter(({ day }) => day <= last),
    ({ day, what }) => `${day} ${what}`,
  );
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, some]) => {
      const names = some.map(({ name }) => name);
      const { day, what } = some[0]!;
      const first = names.slice(0, NAMES_OF_A_DAY).map(({ name }) => name);
      return { day, what, ...shareOf(names, total), first };
    });
}

function changeSince(state: BookState, before: PastExposures): NonNullable<Shown['change']> {
  const was = compositeOf(before.exposures);
  const change = changeOf(before.exposures, currentExposures(state));
  const lines = (change?.lines ?? []).toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const rest = lines.slice(MOST_LOSSES);
  return {
    since: before.since,
    before: was && hundredth(was.composite),
    after: state.composite && hundredth(state.composite.composite),
    coverage_before: before.exposures.length === 0 ? null : was === null ? 0 : hundredth(was.coverage),
    measure_differs: before.measure !== state.contents.measure,
    lines: lines.slice(0, MOST_LOSSES).map(({ name: key, cause, points }) => {
      const { name, provider } = (state.names.get(key) ?? before.names.get(key))!;
      return { name, provider, cause, points: hundredth(points) };
    }),
    others: {
      lines: rest.length,
      points: hundredth(rest.reduce((sum, { points }) => sum + points, 0)),
    },
  };
}
