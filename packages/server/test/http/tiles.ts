/** The paths, without the level, of the tiles of one level of the log that hold so many entries (fewer than 256,000). */
export function tilesOf(count: number): string[] {
  const width = 256;
  const name = (index: number) => String(index).padStart(3, '0');
  const full = Array.from({ length: Math.floor(count / width) }, (_, index) => name(index));
  return count % width === 0 ? full : [...full, `${name(full.length)}.p/${count % width}`];
}
