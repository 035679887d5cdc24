// Writes workbooks for tests: ordinary ones with a library, and hostile ones from parts.

import { deflateRawSync } from 'node:zlib';
import { zipStored } from '@rf-indicators/core/books/files/unzip';
import writeXlsxFile from 'write-excel-file/node';

export type TestCell = string | number | Date | null;

export async function workbook(...sheets: { sheet: string; rows: readonly (readonly TestCell[])[] }[]) {
  const written = sheets.map(({ sheet, rows }) => ({
    sheet,
    data: rows.map((row) =>
      row.map((value) => (value instanceof Date ? { value, type: Date, format: 'dd.mm.yyyy' } : value)),
    ),
  }));
  return await writeXlsxFile(written as unknown as Parameters<typeof writeXlsxFile>[0]).toBuffer();
}

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of one sheet, given the XML of its rows. */
export function rawWorkbook(rows: string): Buffer {
  const parts = {
    'xl/workbook.xml': `<workbook xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  };
  return zipStored(new Map(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)])));
}

/** One part that inflates to so many bytes, and declares how many it likes. */
export function bomb(size: number, declared: number): Buffer {
  const content = deflateRawSync(Buffer.alloc(size));
  const archive = zipStored(new Map([['xl/workbook.xml', content]]));
  const entry = archive.lastIndexOf('PK\x01\x02', undefined, 'latin1');
  archive.writeUInt16LE(8, entry + 10);
  archive.writeUInt32LE(declared, entry + 24);
  return archive;
}
