// Prepares the parts of a workbook for the library that reads them: refuses markup that would keep it busy for minutes and
// addresses that would make it build endless rows, and marks cells that it would leave empty without saying so.

import { fileRefusal } from './limits.ts';
import { damaged } from './unzip.ts';

const LAST_ROW = 1_048_576;
/** Of the area between A1 and the last address. Formats of empty cells can reach far beyond the table. */
const MOST_CELLS = 10_000_000;
/** Of a part, opening and closing: six for each cell of the largest table, and some more. */
const MOST_TAGS = 8_000_000;
/** Of a tag with the text behind it. The library reads longer ones again and again; a cell has at most 32,767 characters. */
const LONGEST_TAG_AND_TEXT = 200_000;
/** Shown instead of the value of a formula that no program has computed yet. */
export const NOT_COMPUTED = '#NOT COMPUTED';

const ADDRESSED = /[\s:"']r\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** The type of a cell that holds an error, such as #N/A. */
const ERROR_CELL = /(<(?:\w+:)?c\s[^<>]*?\bt=)(?:"e"|'e')/g;
/** A cell that has a formula, and then either no value or an empty one. */
const FORMULA_CELL =
  /(<(?:\w+:)?c\s)([^<>]*)>(\s*<((?:\w+:)?)f\b[^<>]*(?:\/>|>[^<]*<\/(?:\w+:)?f>))\s*(?:<(?:\w+:)?v\s*(?:\/>|><\/(?:\w+:)?v>))?\s*(<\/(?:\w+:)?c>)/g;

export function safeParts(parts: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  return new Map(
    [...parts].map(([name, content]) => {
      const text = plainMarkup(content.toString('utf8'));
      checkTags(text);
      if (!text.includes('sheetData')) return [name, Buffer.from(text)];
      checkAddresses(text);
      const marked = text.replaceAll(ERROR_CELL, '$1"str"').replaceAll(FORMULA_CELL, markNotComputed);
      return [name, Buffer.from(marked)];
    }),
  );
}

/** A formula whose result is an empty text has the type "str": that result is kept. */
function markNotComputed(
  cell: string,
  start: string,
  attributes: string,
  formula: string,
  prefix: string,
  end: string,
): string {
  if (/\bt=["']str["']/.test(attributes)) return cell;
  const others = attributes.replace(/\bt=("[^"]*"|'[^']*')/, '');
  return `${start}${others} t="str">${formula}<${prefix}v>${NOT_COMPUTED}</${prefix}v>${end}`;
}

function checkTags(text: string): void {
  let tags = 0;
  let start = text.indexOf('<');
  if (start > LONGEST_TAG_AND_TEXT) throw damaged();
  while (start !== -1) {
    const next = text.indexOf('<', start + 1);
    const end = text.indexOf('>', start);
    const reach = next === -1 ? text.length : next;
    if (end === -1 || end > reach || reach - start > LONGEST_TAG_AND_TEXT) throw damaged();
    tags += 1;
    if (tags > MOST_TAGS)
      throw fileRefusal(
        'The workbook has too many cells. Remove sheets and columns that are not needed, and save it again.',
      );
    start = next;
  }
}

/** Reads numbers as the library does, so that none of its addresses is missed; a text may look like an address, too. */
function checkAddresses(text: string): void {
  let [row, column] = [1, 1];
  for (const [, double, single] of text.matchAll(ADDRESSED)) {
    const address = double ?? single!;
    if (address.includes('&')) throw damaged();
    const letters = /^[^0-9]*/.exec(address)![0];
    const inRow = Number(address);
    const number = Number.isNaN(inRow) ? Number(address.slice(letters.length)) : inRow;
    if (Number.isNaN(number)) continue;
    if (number > LAST_ROW || letters.length > 3) throw damaged();
    row = Math.max(row, number);
    if (Number.isNaN(inRow)) column = Math.max(column, columnOf(letters));
  }
  if (row * column > MOST_CELLS)
    throw fileRefusal(
      'A sheet of the workbook reaches too far to the right or down. Delete the empty rows and columns around the table, and save it again.',
    );
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Without comments, and with sections of plain text as escaped text: the library reads neither. */
function plainMarkup(text: string): string {
  let [plain, at] = ['', 0];
  for (let start = text.indexOf('<!'); start !== -1; start = text.indexOf('<!', at)) {
    const [opening, closing] = text.startsWith('<!--', start) ? ['<!--', '-->'] : ['<![CDATA[', ']]>'];
    const end = text.startsWith(opening, start) ? text.indexOf(closing, start + opening.length) : -1;
    // Workbooks have no document type.
    if (end === -1) throw damaged();
    plain += text.slice(at, start);
    if (closing === ']]>') plain += escaped(text.slice(start + opening.length, end));
    at = end + closing.length;
  }
  return plain + text.slice(at);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
