// The part of a text around the first word that was found.

const BEFORE = 48;
const LENGTH = 160;
const ENDING = /^(\p{L}{3,}?)(?:ations?|ings?|ers?|ed|es|e|s)$/u;

/** Split so that the beginnings of matched words have odd indexes. */
export function excerptOf(text: string, words: readonly string[]): string[] {
  const stems = words.map((word) => word.toLowerCase().replace(ENDING, '$1'));
  // The longest first, so that the whole of a word is marked.
  const any = [...new Set(stems)].toSorted((one, other) => other.length - one.length).join('|');
  const begins = `(?<![\\p{L}\\p{N}])(?:${any})`;
  const first = text.search(new RegExp(begins, 'iu'));
  const wanted = Math.max(0, first - BEFORE);
  const from = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  const to = text.length <= from + LENGTH ? text.length : text.lastIndexOf(' ', from + LENGTH);
  const part = `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
  return part.split(new RegExp(`(${begins})`, 'iu'));
}
