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

export interface Unit {
  kind: 'sentence' | 'row';
  text: string;
}

export function unitsOf(memo: string): Unit[] {
  const units: Unit[] = [];
  let running = '';
  const end = () => {
    for (const text of running.split(new RegExp(END, 'u'))) {
      if (text.trim() !== '') units.push({ kind: 'sentence', text: text.trim() });
    }
    running = '';
  };
  for (const line of memo.replaceAll(/\r\n?/g, '\n').split('\n')) {
    if (ROW.test(line)) {
      end();
      units.push({ kind: 'row', text: line.trim() });
    } else {
      if (line.trim() === '' || LIST_ITEM.test(line)) end();
      // A sentence may go on in the next line.
      running += `${line.replace(LIST_ITEM, '')} `;
    }
  }
  end();
  return units;
}

/** The cells of a row, without the characters that separate them. */
export function cellsOf(row: string): string[] {
  const cells = row.includes('\t') ? row.split('\t') : row.replace(/^\||\|$/g, '').split('|');
  return cells.map((cell) => cell.trim());
}
