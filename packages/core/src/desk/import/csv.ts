// Writes CSV (RFC 4180) for spreadsheets.

/** The first line has the column names. An absent member is an empty cell. */
export function writeCsv(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string | null | undefined>>[],
): string {
  const lines = rows.map((row) => columns.map((column) => row[column] ?? ''));
  return [columns, ...lines].map(csvRecord).join('\r\n');
}

/** One row, without the line break. */
export function csvRecord(cells: readonly (string | null)[]): string {
  return cells.map((cell) => cellOf(cell ?? '')).join(',');
}

/**
 * A spreadsheet would run a cell that begins with = + - or @ as a formula, so it gets an apostrophe, which makes it
 * text. A plain number needs none.
 */
function cellOf(given: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(given) && !/^-?\d+(\.\d+)?$/.test(given);
  const text = isFormula ? `'${given}` : given;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
