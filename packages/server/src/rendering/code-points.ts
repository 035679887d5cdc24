const FIRST_SURROGATE = 0xd800;
const AFTER_SURROGATES = 0xe000;

/** Compares strings by code point. JavaScript's own comparison is by UTF-16 code unit. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x === y) continue;
    // A surrogate belongs to a code point above all others that need only one code unit.
    const [xIsSurrogate, yIsSurrogate] = [isSurrogate(x), isSurrogate(y)];
    return xIsSurrogate === yIsSurrogate ? x - y : xIsSurrogate ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= FIRST_SURROGATE && unit < AFTER_SURROGATES;
}
