// What follows from the votes: a pure function of who voted how, by the rule that the matter was opened under.

import type { MATTER_KINDS } from '@rf-indicators/contract/acts';
import { INDEPENDENT_KINDS } from '@rf-indicators/contract/committee-rule';
import type { Choice, Decided } from './entries.ts';
import type { MatterRule } from './rule.ts';

export type MatterKind = (typeof MATTER_KINDS)[number];

export type MissingCode = 'quorum' | 'chair' | 'independent' | 'unread' | 'minute' | 'changed';

export interface Missing {
  code: MissingCode;
  text: string;
}

/** What the packages and the records say about the changed values of a matter. */
export interface ValueFacts {
  /** Who proposed or approved a changed value. */
  touched: ReadonlySet<string>;
  /** By changed input with a document: on whose screen its evidence was. */
  readers: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface Ballots {
  kind: MatterKind;
  rule: MatterRule;
  /** Ids of those who vote now. */
  able: ReadonlySet<string>;
  /** Votes on the matter as it is now. */
  votes: ReadonlyMap<string, Choice>;
  recused: ReadonlySet<string>;
  /** Inputs that the chair let pass although nobody in favour has read their evidence. */
  waived: ReadonlySet<string>;
  hasMinute: boolean;
  /** Null where they were not read: then the tally says whether it needs them. */
  facts: ValueFacts | null;
}

export interface Tally {
  /** Null while it is open. */
  outcome: Decided | null;
  because: string;
  missing: Missing[];
  for: string[];
  against: string[];
  independent: string[];
  /** Who chairs; null if nobody can. */
  chair: string | null;
  /** Whether the facts decide and are not known. */
  needsFacts: boolean;
  unread: string[];
}

const NEED_CHAIR: readonly MatterKind[] = ['band_change'];
const NEED_MINUTE: readonly MatterKind[] = [
  'initial',
  'band_change',
  'correction',
  'reinstatement',
  'withdrawal',
];

export const needsChair = (kind: MatterKind): boolean => NEED_CHAIR.includes(kind);
export const needsMinute = (kind: MatterKind): boolean => NEED_MINUTE.includes(kind);

export function needsIndependence(
  kind: MatterKind,
  { independence }: Pick<MatterRule, 'independence'>,
): boolean {
  return independence && (INDEPENDENT_KINDS as readonly MatterKind[]).includes(kind);
}

/** The chair; the deputy if the chair is recused or no longer votes. */
export function actingChair(
  { chair, deputy }: Pick<MatterRule, 'chair' | 'deputy'>,
  { able, recused }: Pick<Ballots, 'able' | 'recused'>,
): string | null {
  const mayChair = (id: string | null) => id !== null && able.has(id) && !recused.has(id);
  if (mayChair(chair)) return chair;
  return mayChair(deputy) ? deputy : null;
}

export function tally(ballots: Ballots): Tally {
  const { kind, rule, able, votes, recused, waived, hasMinute, facts } = ballots;
  const counted = [...votes].filter(([id]) => able.has(id) && !recused.has(id));
  const inFavour = counted.filter(([, vote]) => vote === 'for').map(([id]) => id);
  const opposed = counted.filter(([, vote]) => vote === 'against').map(([id]) => id);
  const chair = actingChair(rule, ballots);
  const independent = facts === null ? [] : inFavour.filter((id) => !facts.touched.has(id));
  const unread = facts === null ? [] : unreadOf(facts, inFavour, waived);
  const lacking = rule.quorum - counted.length;
  const isRefused = lacking <= 0 && inFavour.length <= opposed.length;
  const chairRefuses = needsChair(kind) && chair !== null && opposed.includes(chair);
  const missing: Missing[] = [];
  if (lacking > 0) missing.push({ code: 'quorum', text: QUORUM(lacking, rule.quorum) });
  if (!isRefused && !(lacking <= 0 && chairRefuses)) {
    if (needsChair(kind) && (chair === null || !inFavour.includes(chair)))
      missing.push({ code: 'chair', text: chair === null ? NO_CHAIR : CHAIR });
    if (facts !== null && needsIndependence(kind, rule) && independent.length === 0)
      missing.push({ code: 'independent', text: INDEPENDENT });
    if (unread.length > 0) missing.push({ code: 'unread', text: UNREAD(unread) });
  }
  if (needsMinute(kind) && !hasMinute) missing.push({ code: 'minute', text: MINUTE });
  const counts = `${inFavour.length} for and ${opposed.length} against`;
  const result = { missing, for: inFavour, against: opposed, independent, chair, unread, needsFacts: false };
  const isMinuted = hasMinute || !needsMinute(kind);
  if (lacking <= 0 && isMinuted && (isRefused || chairRefuses)) {
    const because = isRefused
      ? inFavour.length === opposed.length
        ? `A tie is a refusal: ${counts}.`
        : `More against than for: ${counts}.`
      : `A band change needs the vote of the chair, who is against it: ${counts}.`;
    return { ...result, outcome: 'refused', because, missing: [] };
  }
  if (missing.length > 0)
    return { ...result, outcome: null, because: missing.map(({ text }) => text).join(' ') };
  if (facts === null) return { ...result, outcome: null, because: '', needsFacts: true };
  return {
    ...result,
    outcome: 'accepted',
    because: `More for than against: ${counts}, quorum ${rule.quorum}.`,
  };
}

function unreadOf(
  { readers }: ValueFacts,
  inFavour: readonly string[],
  waived: ReadonlySet<string>,
): string[] {
  return [...readers]
    .filter(([input, who]) => !waived.has(input) && !inFavour.some((id) => who.has(id)))
    .map(([input]) => input);
}

const QUORUM = (lacking: number, quorum: number) =>
  `It needs ${lacking === 1 ? 'one more vote' : `${lacking} more votes`} for its quorum of ${quorum}.`;
const CHAIR = 'A band change needs the vote of the chair for it.';
const NO_CHAIR =
  'A band change needs the vote of the chair for it, and nobody can chair: the rule names no deputy who votes.';
const INDEPENDENT =
  'It needs a vote for it of somebody who proposed and approved none of the changed values.';
const MINUTE = 'Somebody must write a line of the minutes.';

function UNREAD(inputs: readonly string[]): string {
  const names = inputs.map((input) => input.replaceAll('_', ' '));
  const shown =
    names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
  return `Nobody in favour has read the evidence of ${shown}; the chair can waive it.`;
}
