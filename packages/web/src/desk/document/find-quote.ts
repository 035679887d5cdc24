// Finds a quote in the text of a document. Spaces, line breaks, typographic quotes, dashes and ligatures may differ:
// documents wrap their lines, and PDF files cut words into pieces.

export interface Place {
  start: number;
  /** After the last character. */
  end: number;
}

const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
};
const IGNORED = /[\s\u00ad\u200b-\u200d\ufeff]/;

/** Null if the text does not have it. */
export function findQuote(text: string, quote: string): Place | null {
  return findPlain(text, quote, false) ?? findPlain(text, quote, true);
}

/** Without hyphens, a word that was divided at the end of a line is found, too. */
function findPlain(text: string, quote: string, dropsHyphens: boolean): Place | null {
  const wanted = plain(quote, dropsHyphens).text;
  if (wanted === '') return null;
  const { text: searched, origins } = plain(text, dropsHyphens);
  const at = searched.indexOf(wanted);
  return at < 0 ? null : { start: origins[at]!, end: origins[at + wanted.length - 1]! + 1 };
}

/** What counts of a text, with the place in the original of each of its characters. */
function plain(text: string, dropsHyphens: boolean): { text: string; origins: number[] } {
  const origins: number[] = [];
  let counted = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (IGNORED.test(character)) continue;
    const simple = PLAIN[character] ?? character.normalize('NFKC');
    if (dropsHyphens && simple === '-') continue;
    for (const one of simple) {
      counted += one;
      for (let unit = 0; unit < one.length; unit += 1) origins.push(at);
    }
  }
  return { text: counted, origins };
}

/** The lines that a place is on, in parts. */
interface MarkedText {
  before: string;
  lead: string;
  quote: string;
  rest: string;
  after: string;
}

export function markQuote(text: string, { start, end }: Place): MarkedText {
  const firstLine = text.lastIndexOf('\n', start) + 1;
  const lineEnd = text.indexOf('\n', end);
  const lastLine = lineEnd < 0 ? text.length : lineEnd;
  return {
    before: text.slice(0, firstLine),
    lead: text.slice(firstLine, start),
    quote: text.slice(start, end),
    rest: text.slice(end, lastLine),
    after: text.slice(lastLine + 1),
  };
}
