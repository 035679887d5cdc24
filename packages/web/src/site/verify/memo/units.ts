// Splits a memo into sentences and table rows. A claim counts for the ids in the same one.

/** Lines of Markdown tables, and rows that were copied from a spreadsheet. */
const ROW = /\t|^\s*\|.*\|\s*$|\|.*\|/;
const LIST_ITEM = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/;
/**
 * A sentence ends at . ! or ? before white space and a capital letter, digit or bracket. A full stop after a single letter
 * or a usual abbreviation ends none.
 */
const END =
  /(?<!\b(?:[A-Z]|e\.g|i\.e|cf|vs|approx|ca|No|Nos|Dr|Mr|Ms|Mrs|St|Inc|Ltd|Co|Corp|p|pp|fig))[.!?]["”’)\]]*\s+(?=["“‘([]*[\p{Lu}\d])/u;
/** A short line without an end, alone between empty lines or marked, is the heading of what follows. */
const MAX_HEADING = 80;

export interface Unit {
  kind: 'sentence' | 'row';
  text: string;
  /** Units of the same paragraph have the same number. A table belongs to the paragraph that it follows without an empty line. */
  paragraph: number;
  isHeading: boolean;
  /** The cells of the first row of the same table; none for a sentence. */
  heads: readonly string[];
}

export function unitsOf(memo: string): Unit[] {
  const units: Unit[] = [];
  let running = '';
  let lines = 0;
  let paragraph = 0;
  let heads: readonly string[] = [];
  const end = () => {
    const isHeading = lines === 1 && isHeadingText(running);
    for (const text of running.split(new RegExp(END, 'u'))) {
      if (text.trim() !== '')
        units.push({ kind: 'sentence', text: text.trim(), paragraph, isHeading, heads: [] });
    }
    running = '';
    lines = 0;
  };
  for (const line of memo.split('\n')) {
    if (ROW.test(line)) {
      end();
      const text = line.trim();
      if (heads.length === 0) heads = cellsOf(text).map(({ text: head }) => head);
      units.push({ kind: 'row', text, paragraph, isHeading: false, heads });
    } else {
      heads = [];
      if (line.trim() === '') {
        end();
        paragraph += 1;
      } else {
        if (LIST_ITEM.test(line)) end();
        // A sentence may go on in the next line.
        running += `${line.replace(LIST_ITEM, '')}\n`;
        lines += 1;
      }
    }
  }
  end();
  return units;
}

function isHeadingText(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('#') || (trimmed.length <= MAX_HEADING && !/[.!?;,]["”’)\]]*$/.test(trimmed));
}

export interface Cell {
  text: string;
  /** The position of its text in the row. */
  at: number;
}

/** The cells of a row, without the characters that separate them. */
export function cellsOf(row: string): Cell[] {
  const separator = row.includes('\t') ? '\t' : '|';
  const isFramed = separator === '|';
  const cells: Cell[] = [];
  let from = 0;
  for (const part of row.split(separator)) {
    const lead = part.length - part.trimStart().length;
    cells.push({ text: part.trim(), at: from + lead });
    from += part.length + 1;
  }
  if (isFramed && cells[0]?.text === '' && row.startsWith('|')) cells.shift();
  if (isFramed && cells.at(-1)?.text === '' && row.endsWith('|')) cells.pop();
  return cells;
}
