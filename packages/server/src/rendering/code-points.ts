const SURROGATES = 0xd800;
const AFTER_SURROGATES = 0xe000;

/** Names sort by code point, which is not how JavaScript compares texts: that is by halves of pairs. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x === y) continue;
    // A half of a pair stands for a code point above all that need no pair.
    const [xIsHalf, yIsHalf] = [isHalf(x), isHalf(y)];
    return xIsHalf === yIsHalf ? x - y : xIsHalf ? 1 : -1;
  }
  return a.length - b.length;
}

function isHalf(unit: number): boolean {
  return unit >= SURROGATES && unit < AFTER_SURROGATES;
}
