// Full-text search in the guides. The server and the pages search in the same way, so that both return the same results.

/** The text below one heading of a guide. */
export interface GuideSection {
  /** The name of the guide in its address. */
  page: string;
  title: string;
  /** Empty for what stands above the first heading. */
  heading: string;
  id: string;
  text: string;
}

export interface GuideMatch {
  section: GuideSection;
  /** The text around the first match, split so that matched words have odd indexes. */
  excerpt: string[];
}

const COMMON = new Set(
  'a an and are by can do does for from how i if in is it my of on or the to what when with'.split(' '),
);
const ENDING = /^(\p{L}{4,}?)(?:ing|ed|es|e|s)$/u;
const MOST_WORDS = 8;
const BEFORE = 48;
const LENGTH = 160;
const WEIGHTS = { title: 6, heading: 10, text: 1 };
/** Repetitions of a word add little to the rank. */
const MOST_REPETITIONS = 3;

/** Sections that have all words of the query, the best first. Words match where a word of the text begins with them. */
export function searchGuides(sections: readonly GuideSection[], query: string, limit = 12): GuideMatch[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const patterns = words.map((word) => beginning(word));
  return sections
    .map((section, order) => ({ section, order, points: pointsOf(section, patterns) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points || one.order - other.order)
    .slice(0, limit)
    .map(({ section }) => ({ section, excerpt: excerptOf(section.text, words) }));
}

/** Without words that every text has, and without endings: "rotate" also finds "rotating". */
function wordsOf(query: string): string[] {
  const typed = query.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
  const telling = typed.filter((word) => !COMMON.has(word));
  const words = (telling.length > 0 ? telling : typed).map((word) => word.replace(ENDING, '$1'));
  return [...new Set(words)].slice(0, MOST_WORDS);
}

function beginning(words: string, flags = 'giu'): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})`, flags);
}

/** 0 unless every word is found. */
function pointsOf({ title, heading, text }: GuideSection, patterns: readonly RegExp[]): number {
  let points = 0;
  for (const pattern of patterns) {
    const found =
      count(title, pattern) * WEIGHTS.title +
      count(heading, pattern) * WEIGHTS.heading +
      Math.min(count(text, pattern), MOST_REPETITIONS) * WEIGHTS.text;
    if (found === 0) return 0;
    points += found;
  }
  // The guide itself before its parts.
  return heading === '' ? points + 1 : points;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function excerptOf(text: string, words: readonly string[]): string[] {
  // The longest first, so that the whole of a word is marked.
  const any = words.toSorted((one, other) => other.length - one.length).join('|');
  const first = text.search(beginning(any, 'iu'));
  const wanted = Math.max(0, first - BEFORE);
  const from = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  const to = text.length <= from + LENGTH ? text.length : text.lastIndexOf(' ', from + LENGTH);
  const part = `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
  return part.split(new RegExp(`((?<![\\p{L}\\p{N}])(?:${any}))`, 'iu'));
}
