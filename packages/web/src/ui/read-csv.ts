// Reads CSV (RFC 4180) in the browser: the first line has the names of the columns, and an empty cell is an absent member.

export interface CsvRow {
  /** "line 3", as refusals name it. */
  place: string;
  value: Record<string, string>;
}

export function readCsv(text: string): CsvRow[] {
  const [head, ...records] = recordsOf(text.replace(/^\uFEFF/, ''));
  if (head === undefined) return [];
  const names = head.cells.map((cell) => cell.trim());
  return records.map(({ line, cells }) => ({
    place: `line ${line}`,
    // A cell beyond the last name is kept, so that the server refuses the row instead of losing it.
    value: Object.fromEntries(
      cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [[names[at] ?? `column ${at + 1}`, cell]])),
    ),
  }));
}

interface CsvRecord {
  line: number;
  cells: string[];
}

/** Empty lines are left out. */
function recordsOf(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let begun = 1;
  const endRecord = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) records.push({ line: begun, cells });
    cells = [];
    cell = '';
    begun = line;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\n') line++;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[at++];
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === ',') {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') endRecord();
    else if (character !== '\r') cell += character;
  }
  endRecord();
  return records;
}
