// Compares what a memo says beside verification ids with what was published under them: name, score, band and date.

import { bandInWords, shortDay } from '../format.ts';
import type { Claim, Mention } from './claims.ts';
import { compareNames, type NamesInMemo } from './compare-names.ts';
import { isDay } from './dates.ts';
import type { Finding, Known, PublishedIndicator } from './finding.ts';
import { ownersOf } from './owners.ts';

export function compare(
  mentions: readonly Mention[],
  known: ReadonlyMap<string, Known>,
  names: NamesInMemo,
  today: string,
): Finding[] {
  const findings = mentions.flatMap((mention, index) => [
    ...mention.malformed.map((id) => ofNoId(id)),
    ...ofIds(mention, known, today),
    ...compareNames(mention, index, known, names),
  ]);
  return withoutRepetitions(findings);
}

function ofNoId(id: string): Finding {
  const note = 'This is not the form of a verification id. Check it for a typing error.';
  return { ...aboutId(id), outcome: 'no such id', note };
}

function aboutId(id: string): Finding {
  return {
    id,
    name: null,
    detail: 'id',
    claimed: 'the id itself',
    published: '·',
    outcome: 'not checked',
    note: null,
  };
}

/** A claim and the id that it belongs to. */
interface Owned {
  claim: Claim;
  owner: number;
  /** Whether there are as many claims of the kind as ids, so that their order says which belongs to which. */
  isInOrder: boolean;
}

function ofIds(mention: Mention, known: ReadonlyMap<string, Known>, today: string): Finding[] {
  const { ids } = mention;
  const owned = (['score', 'band', 'date'] as const).flatMap((kind): Owned[] => {
    const claims = mention.claims.filter((claim) => claim.kind === kind);
    const owners = ownersOf(claims, ids);
    return claims.map((claim, at) => ({
      claim,
      owner: owners[at]!,
      isInOrder: claims.length === ids.length,
    }));
  });
  return ids.flatMap(({ id }, at) => {
    const one = known.get(id) ?? { kind: 'unchecked', why: 'It was not asked for.' };
    if (one.kind !== 'published') return [ofUnpublished(id, one)];
    const others = ids
      .map((other) => known.get(other.id))
      .filter((other): other is PublishedIndicator => other?.kind === 'published' && other !== one);
    const findings = owned
      .filter(({ owner }) => owner === at)
      .flatMap((claim) => ofClaim(id, one, claim, others, today));
    const isQuotedElsewhere = ids.some((other, index) => other.id === id && index !== at);
    if (findings.some(({ detail }) => detail !== 'date') || isQuotedElsewhere) return findings;
    const published = `${bandInWords(one.band)} · ${one.score}`;
    const alone = { ...aboutId(id), name: one.name, claimed: 'no score or band', published, note: one.note };
    return [...findings, { ...alone, outcome: 'nothing beside' as const }];
  });
}

function ofUnpublished(id: string, one: Exclude<Known, PublishedIndicator>): Finding {
  if (one.kind === 'altered') return { ...aboutId(id), outcome: 'altered', note: one.why };
  if (one.kind === 'unchecked') return { ...aboutId(id), outcome: 'not checked', note: one.why };
  const note = 'No indicator has this id. Check it for a typing error.';
  return { ...aboutId(id), outcome: 'no such id', note };
}

function ofClaim(
  id: string,
  one: PublishedIndicator,
  { claim, isInOrder }: Owned,
  others: readonly PublishedIndicator[],
  today: string,
): Finding[] {
  const outcome = outcomeOf(claim, one, today);
  // A date that the words do not tie to the indicator is listed with what was not checked.
  if (outcome === null) return [];
  const finding = {
    id,
    name: one.name,
    detail: claim.kind,
    claimed: claim.text,
    published: publishedWords(claim, one),
  };
  const other = others.find((candidate) => outcomeOf(claim, candidate, today) === 'matches');
  if (outcome === 'differs' && !isInOrder && other !== undefined) {
    const note = `${other.name} has it, and its id stands farther away. Read whom the sentence is about.`;
    return [{ ...finding, outcome: 'unclear', note }];
  }
  return [{ ...finding, outcome, note: one.note }];
}

function publishedWords({ kind, values }: Claim, one: PublishedIndicator): string {
  if (kind === 'score') return one.score;
  if (kind === 'band') return bandInWords(one.band);
  const isPublication = values.some((day) => isDay(day, one.publishedOn)) && one.scoredOn !== one.publishedOn;
  if (isPublication) return `published on ${shortDay(one.publishedOn)}`;
  return `scored on ${shortDay(one.scoredOn)}`;
}

/** Null for a date that may be about something else. */
function outcomeOf(claim: Claim, one: PublishedIndicator, today: string): Finding['outcome'] | null {
  if (claim.kind === 'band') return claim.values[0] === one.band ? 'matches' : 'differs';
  if (claim.kind === 'date') return outcomeOfDate(claim, one, today);
  const [low, high] = claim.values as [string, string?];
  if (high !== undefined)
    return Number(low) <= Number(one.score) && Number(one.score) <= Number(high) ? 'in range' : 'differs';
  if (low === one.score) return 'matches';
  return isRounded(low, one.score) ? 'rounded' : 'differs';
}

function outcomeOfDate(
  { values, day }: Claim,
  one: PublishedIndicator,
  today: string,
): Finding['outcome'] | null {
  const { scoredOn, publishedOn, isCurrent } = one;
  if (values.some((value) => isDay(value, scoredOn) || isDay(value, publishedOn))) return 'matches';
  if (day === null) return null;
  if (day === 'own') return 'differs';
  // "As of" a day: it was current from its publication on. When that ended is not in its proof.
  const isLater = values.some((value) => !value.startsWith('--') && publishedOn < value && value <= today);
  if (!isLater) return 'differs';
  return isCurrent ? 'matches' : 'unclear';
}

/** "91.5" and "92" for 91.52. */
function isRounded(claimed: string, published: string): boolean {
  const decimals = claimed.split('.')[1]?.length ?? 0;
  if (decimals > 1) return false;
  const unit = decimals === 0 ? 100 : 10;
  const rounded = Math.round(Math.round(Number(published) * 100) / unit) * unit;
  return Math.round(Number(claimed) * 100) === rounded;
}

/** An id that is written twice in a sentence with the same claims gives one finding for each. */
function withoutRepetitions(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ id, detail, claimed, outcome }) => {
    const key = JSON.stringify([id, detail, claimed, outcome]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
