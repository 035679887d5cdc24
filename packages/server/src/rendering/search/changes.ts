// Changes to indicators: the newest of the provider that was typed, or of the kind.

import type { ChangelogKind } from '@rf-indicators/contract';
import {
  fold,
  type ResultGroup,
  rankedByName,
  rankOfName,
  type SearchResult,
} from '@rf-indicators/contract/search';
import { type ChangelogRow, readChangelog } from '@rf-indicators/core/log/changelog';
import { formatHundredths } from '@rf-indicators/engine';
import type { FoundByWords } from '../names/name-index.ts';
import { KIND_WORDS } from '../pages/changelog/kinds.ts';
import { shortDay } from '../pages/page-words.ts';
import type { Reading } from '../reading.ts';
import { bandInWords, nameInLine, scoreInWords } from '../wire/one-line-texts.ts';

/** Nobody wants the changes of a provider with these letters somewhere in its name. */
const WORST_RANK = 2;
/** Shorter texts begin too many kinds. */
const SHORTEST_KIND = 4;
/** The changes of a kind follow pages and guides with this name. */
const KIND_RANK = 1.1;

export async function findChanges(
  { db }: Reading,
  query: string,
  best: FoundByWords | null,
  most: number,
): Promise<ResultGroup> {
  if (best !== null && best.rank <= WORST_RANK) {
    const { rows } = await readChangelog(db, { providerId: best.provider.id, limit: most });
    return { kind: 'change', rank: rankOfName(best.rank), results: rows.map(changeResult) };
  }
  const kind = kindOf(query);
  if (kind === null) return { kind: 'change', rank: KIND_RANK, results: [] };
  const { rows } = await readChangelog(db, { kinds: [kind], limit: most });
  return { kind: 'change', rank: KIND_RANK, results: rows.map(changeResult) };
}

/** "Band change: Brindlewick Vaults". */
export function changeResult(row: ChangelogRow): SearchResult {
  const facts = [changeInWords(row), shortDay(row.changed_at)].filter((part) => part !== null);
  return {
    title: `${KIND_WORDS[row.kind] ?? row.kind}: ${nameInLine(row.provider_name)}`,
    address: `/changes/${row.id}`,
    text: [facts.join(' · ')],
  };
}

type Scores = Pick<ChangelogRow, 'previous_band' | 'previous_score' | 'new_band' | 'new_score'>;

function changeInWords({ previous_band, previous_score, new_band, new_score }: Scores): string | null {
  if (new_band === null || new_score === null)
    return previous_band === null || previous_score === null
      ? null
      : scoreInWords(previous_band, previous_score);
  if (previous_band === null || previous_score === null || previous_score === new_score)
    return scoreInWords(new_band, new_score);
  const from = previous_band === new_band ? '' : `${bandInWords(previous_band).split(' ')[0]} to `;
  return `${from}${bandInWords(new_band)} · ${formatHundredths(previous_score)} to ${formatHundredths(new_score)}`;
}

function kindOf(query: string): ChangelogKind | null {
  const typed = fold(query);
  if (typed.length < SHORTEST_KIND) return null;
  const kinds = Object.keys(KIND_WORDS) as ChangelogKind[];
  // "Band changes" are a kind, too.
  const [first] = rankedByName(kinds, (kind) => [KIND_WORDS[kind], `${KIND_WORDS[kind]}s`], typed);
  return first === undefined || first.rank > WORST_RANK ? null : first.item;
}
