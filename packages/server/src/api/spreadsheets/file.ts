// Makes the file of a spreadsheet from its rows: the bytes, its name, and the address of the next page.

import {
  SPREADSHEET_TYPES,
  SPREADSHEETS,
  type SpreadsheetFormat,
  type SpreadsheetName,
} from '@rf-indicators/contract';
import { civilDate } from '@rf-indicators/core/context/times';
import { findEffectiveMethodology } from '@rf-indicators/core/desk/methodology/signed';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { frameworkVersion } from '@rf-indicators/engine';
import { canonicalUrl } from '../../http/canonical-url.ts';
import type { Found, Parameters, Reading } from '../../rendering/reading.ts';
import { sheetCsv } from '../../rendering/spreadsheets/csv.ts';
import type { Cells, Sheet } from '../../rendering/spreadsheets/sheet.ts';
import { writeXlsx } from '../../rendering/spreadsheets/xlsx.ts';

export interface Rows {
  rows: readonly Cells[];
  lastModified: number;
  /** The past time that the caller asked for. */
  asOf?: number | undefined;
  /** null if this is the last page. */
  nextCursor?: string | null;
}

export interface FileKind {
  name: SpreadsheetName;
  format: SpreadsheetFormat;
}

export async function spreadsheetFile(
  reading: Reading,
  { name, format }: FileKind,
  parameters: Parameters,
  { rows, lastModified, asOf, nextCursor = null }: Rows,
): Promise<Found> {
  const urlWith = (more: Parameters) =>
    reading.baseUrl + canonicalUrl({ path: `/exports/v1/${name}.${format}` }, { ...parameters, ...more });
  const at = asOf ?? reading.clock();
  const about = await aboutOf(reading, { name, url: urlWith({}), at, asOf: asOf ?? lastModified });
  const sheet: Sheet = { name, rows, about };
  const fileName = `${name}-${civilDate(at)}.${format}`;
  const headers = ['content-disposition', `attachment; filename="${fileName}"`];
  if (nextCursor !== null) headers.push('link', `<${urlWith({ cursor: nextCursor })}>; rel="next"`);
  if (format === 'csv') {
    const mediaType = `${SPREADSHEET_TYPES.csv}; charset=utf-8; header=present`;
    return { content: await sheetCsv(sheet), lastModified, mediaType, headers };
  }
  const content = await (reading.writeXlsx ?? writeXlsx)(sheet);
  return { content, lastModified, mediaType: SPREADSHEET_TYPES.xlsx, isCompressed: true, headers };
}

interface Subject {
  name: SpreadsheetName;
  url: string;
  at: number;
  /** 0 if there is nothing yet. */
  asOf: number;
}

/** Nothing that changes while the content stays the same. */
async function aboutOf(
  { db, site, baseUrl, disclosure }: Reading,
  { name, url, at, asOf }: Subject,
): Promise<Sheet['about']> {
  const framework = await findEffectiveMethodology(db, at);
  return [
    ['Title', `${site.name}: ${SPREADSHEETS[name].title}`],
    ['Source', url],
    ...(asOf === 0 ? [] : ([['As of', instant(asOf)]] as const)),
    ...(framework === null
      ? []
      : ([['Framework', frameworkVersion(framework.methodology.document)]] as const)),
    ['Times', 'All times are in UTC.'],
    ['Explanation', `${baseUrl}/docs/spreadsheets`],
    ['Limitations', disclosure],
  ];
}
