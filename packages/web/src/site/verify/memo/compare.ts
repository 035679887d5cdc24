// Compares what a memo claims with what was published under the ids beside it.

import { bandInWords } from '../format.ts';
import type { Claim, Mention } from './claims.ts';

/** What is known about an id after its proof was checked. */
export type Known =
  | { kind: 'published'; name: string; score: string; band: string; note: string | null }
  | { kind: 'unknown' }
  | { kind: 'altered'; why: string }
  | { kind: 'unchecked'; why: string };

export interface Finding {
  /** An id, or what was written in place of one. */
  id: string;
  name: string | null;
  claimed: string;
  published: string;
  outcome: 'matches' | 'rounded' | 'differs' | 'no such id' | 'altered' | 'not checked';
  note: string | null;
}

export function compare(mentions: readonly Mention[], known: ReadonlyMap<string, Known>): Finding[] {
  return mentions.flatMap((mention) => [
    ...mention.malformed.map(
      (id): Finding => ({
        id,
        name: null,
        claimed: 'the id itself',
        published: '·',
        outcome: 'no such id',
        note: 'This is not the form of a verification id. Check it for a typing error.',
      }),
    ),
    ...mention.ids.flatMap((id) => ofId(id, mention, known)),
  ]);
}

function ofId(id: string, mention: Mention, known: ReadonlyMap<string, Known>): Finding[] {
  const one = known.get(id) ?? { kind: 'unchecked', why: 'It was not asked for.' };
  const base = { id, name: null, claimed: 'the id itself', published: '·', note: null };
  if (one.kind === 'unknown')
    return [
      { ...base, outcome: 'no such id', note: 'No indicator has this id. Check it for a typing error.' },
    ];
  if (one.kind === 'altered') return [{ ...base, outcome: 'altered', note: one.why }];
  if (one.kind === 'unchecked') return [{ ...base, outcome: 'not checked', note: one.why }];
  const claims = (['score', 'band'] as const).flatMap((kind) => claimsFor(id, kind, mention, known));
  const named = { ...base, name: one.name, note: one.note };
  if (claims.length === 0) {
    const published = `${bandInWords(one.band)} · ${one.score}`;
    return [{ ...named, claimed: 'no score or band', published, outcome: 'matches' }];
  }
  return claims.map((claim) => ({
    ...named,
    claimed: claim.text,
    published: claim.kind === 'score' ? one.score : bandInWords(one.band),
    outcome: outcomeOf(claim, one),
  }));
}

/**
 * With as many figures as ids, the first belongs to the first and so on. Otherwise a figure belongs to the ids that it
 * matches, and one that matches none is shown for each.
 */
function claimsFor(
  id: string,
  kind: Claim['kind'],
  { ids, claims }: Mention,
  known: ReadonlyMap<string, Known>,
): Claim[] {
  const ofKind = claims.filter((claim) => claim.kind === kind);
  if (ids.length > 1 && ofKind.length === ids.length) return [ofKind[ids.indexOf(id)]!];
  const matches = (claim: Claim, other: string) => {
    const one = known.get(other);
    return one?.kind === 'published' && outcomeOf(claim, one) !== 'differs';
  };
  return ofKind.filter((claim) => matches(claim, id) || !ids.some((other) => matches(claim, other)));
}

function outcomeOf(
  { kind, value }: Claim,
  { score, band }: Extract<Known, { kind: 'published' }>,
): 'matches' | 'rounded' | 'differs' {
  if (value === (kind === 'score' ? score : band)) return 'matches';
  return kind === 'score' && isRounded(value, score) ? 'rounded' : 'differs';
}

/** "91.5" and "92" for 91.52. */
function isRounded(claimed: string, published: string): boolean {
  const decimals = claimed.split('.')[1]?.length ?? 0;
  if (decimals > 1) return false;
  const unit = decimals === 0 ? 100 : 10;
  const rounded = Math.round(Math.round(Number(published) * 100) / unit) * unit;
  return Math.round(Number(claimed) * 100) === rounded;
}
