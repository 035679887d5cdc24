// Finds a quote in the text of a document. Line breaks and spaces may differ: documents wrap their lines.

export interface FoundQuote {
  /** The text before the lines of the quote, the lines in three parts, and the text after them. */
  before: string;
  lead: string;
  quote: string;
  rest: string;
  after: string;
}

/** Null if the text does not have it. */
export function findQuote(text: string, quote: string): FoundQuote | null {
  const words = quote.trim().split(/\s+/);
  if (words[0] === '') return null;
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
  const found = new RegExp(pattern, 'u').exec(text);
  if (found === null) return null;
  const start = found.index;
  const end = start + found[0].length;
  const firstLine = text.lastIndexOf('\n', start) + 1;
  const lineEnd = text.indexOf('\n', end);
  const lastLine = lineEnd < 0 ? text.length : lineEnd;
  return {
    before: text.slice(0, firstLine),
    lead: text.slice(firstLine, start),
    quote: found[0],
    rest: text.slice(end, lastLine),
    after: text.slice(lastLine + 1),
  };
}
