// What a week is called: "The week: 2 band changes, 1 withdrawal".

import type { ChangelogKind } from '@rf-indicators/contract';
import type { Count } from '@rf-indicators/core/log/count-changes';
import type { Week } from '../../history/iso-week.ts';
import { DAY } from '../../history/window.ts';
import { countText, sumOf } from '../changelog/filters.ts';
import { SECTIONS } from '../changelog/kinds.ts';
import { shortDay } from '../page-words.ts';

type Counts = ReadonlyMap<ChangelogKind, Count>;

const NEWS: readonly (readonly [kinds: readonly ChangelogKind[], one: string, several: string])[] = [
  [['band_change'], 'band change', 'band changes'],
  [['correction'], 'correction', 'corrections'],
  [['withdrawal'], 'withdrawal', 'withdrawals'],
  [['reinstatement'], 'reinstatement', 'reinstatements'],
  [['stale'], 'stale score', 'stale scores'],
  [['stale_ended'], 'score no longer stale', 'scores no longer stale'],
  [['review_started'], 'review started', 'reviews started'],
  [['review_ended'], 'review ended', 'reviews ended'],
  [['initial'], 'first score', 'first scores'],
];

/** "2 band changes, 1 withdrawal"; of a week without news, how many small moves it has. */
export function weekSummary(counts: Counts): string {
  const news = NEWS.flatMap(([kinds, one, several]) => inWords(sumOf(kinds, counts), one, several));
  const moves = inWords(sumOf(SECTIONS.moves, counts), 'small move', 'small moves');
  if (news.length > 0) return news.join(', ');
  return moves.length > 0 ? `no band change, ${moves.join('')}` : 'nothing changed';
}

function inWords(counted: Count, one: string, several: string): string[] {
  if (counted.count === 0 && !counted.isLeast) return [];
  return [`${countText(counted)} ${counted.count === 1 && !counted.isLeast ? one : several}`];
}

export function weekTitle(counts: Counts, isEnded: boolean): string {
  return `${isEnded ? 'The week' : 'This week so far'}: ${weekSummary(counts)}`;
}

/** "3 – 9 Aug 2026", "28 Dec 2026 – 3 Jan 2027". */
export function weekDays({ from, until }: Week): string {
  const [first, last] = [shortDay(from).split(' '), shortDay(until - DAY).split(' ')];
  const same = first[2] === last[2] ? (first[1] === last[1] ? 1 : 2) : 3;
  return `${first.slice(0, same).join(' ')} – ${last.join(' ')}`;
}
