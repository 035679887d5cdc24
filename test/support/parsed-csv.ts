// Reads CSV (RFC 4180) as a spreadsheet program does.

/** The rows, each with its cells by the names of the columns. */
export function parsedCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [];
  let row: string[] = [];
  // A cell and what ends it. Without an end, there is nothing more.
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  const [names = [], ...data] = rows;
  return data.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]!])));
}
