// The log as a strip, and in it the hashes that stand for all other entries when one entry is proved to be in it (RFC 6962).

import { type Drawing, draw } from './drawing.ts';

/** Entries that one hash of the proof covers. */
interface Covered {
  start: number;
  size: number;
}

/** From the left to the right. The entry itself is not among them. */
export function coveredBy(index: number, treeSize: number): Covered[] {
  const covered: Covered[] = [];
  let range: Covered = { start: 0, size: treeSize };
  while (range.size > 1) {
    const left = { start: range.start, size: halfOf(range.size) };
    const right = { start: range.start + left.size, size: range.size - left.size };
    const goesLeft = index < right.start;
    covered.push(goesLeft ? right : left);
    range = goesLeft ? left : right;
  }
  return covered.sort((a, b) => a.start - b.start);
}

/** The largest power of two that is smaller than the size. */
function halfOf(size: number): number {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
}

/** Shares of the strip from which a text fits. */
const ROOM = { sentence: 0.2, range: 0.06, count: 0.09 };
const HEIGHT = { strip: 28, mark: 36, text: 22 };
/** The mark of an entry, which would be too narrow to be seen at scale. */
const MARK_WIDTH = 3;

export function logStrip(index: number, treeSize: number): Drawing {
  const percent = (entries: number) => `${(entries * 100) / treeSize}%`;
  return draw(
    'svg',
    {
      class: 'log-strip',
      role: 'img',
      height: HEIGHT.mark,
      'aria-label': `Entry ${index} of ${treeSize}: ${hashes(coveredBy(index, treeSize).length)} for all other entries`,
    },
    ...coveredBy(index, treeSize).flatMap(({ start, size }) => {
      const middle = { x: percent(start + size / 2), y: HEIGHT.text, 'text-anchor': 'middle' };
      const range = size === 1 ? String(start) : `${start} – ${start + size - 1}`;
      const share = size / treeSize;
      return [
        draw('rect', { x: percent(start), y: 4, width: percent(size), height: HEIGHT.strip }),
        ...(share >= ROOM.sentence
          ? [draw('text', { class: 'if-wide', ...middle }, `hash of entries ${range}`)]
          : share >= ROOM.range
            ? [draw('text', { class: 'if-wide', ...middle }, range)]
            : []),
        ...(share >= ROOM.count ? [draw('text', { class: 'if-narrow', ...middle }, String(size))] : []),
      ];
    }),
    draw('rect', { class: 'entry', x: percent(index), y: 0, width: MARK_WIDTH, height: HEIGHT.mark }),
  );
}

/** "1 hash", "6 hashes". */
export function hashes(count: number): string {
  return `${count} ${count === 1 ? 'hash' : 'hashes'}`;
}
