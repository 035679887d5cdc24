// The CSV text of a daily dump: the public row of each indicator that was current at the end of a day.

import type { DatasetDay, DatasetText } from '@rf-indicators/core/desk/datasets/write';
import { writeCsv } from '@rf-indicators/core/desk/import/csv';
import { findEffectiveMethodology } from '@rf-indicators/core/desk/methodology/signed';
import { indicatorsAsOf } from '@rf-indicators/core/desk/served/published-rows';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { parseAsWritten } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import { frameworkVersion } from '@rf-indicators/engine';
import { byCodePoint } from '../code-points.ts';
import { rowsOf } from '../current-rows.ts';
import { CSV_COLUMNS, csvLine } from '../pages/scores/csv.ts';
import type { Reading } from '../reading.ts';
import type { RenderedRow } from '../rows.ts';

const COLUMNS = [...CSV_COLUMNS, 'framework_version'];
const NO_FRAMEWORK = 'none';

export async function renderDataset(
  reading: Pick<Reading, 'db' | 'snapshots'>,
  { date, until }: DatasetDay,
): Promise<DatasetText> {
  const { db } = reading;
  const served = await indicatorsAsOf(db, until);
  served.sort((a, b) => byCodePoint(a.name, b.name) || byCodePoint(a.providerId, b.providerId));
  const lines = (await rowsOf(reading, served, until)).map(lineOf);
  const framework = await findEffectiveMethodology(db, until);
  const version = framework === null ? NO_FRAMEWORK : frameworkVersion(framework.methodology.document);
  const first = `#framework_version:${version},date:${date},as_of:${instant(until)}`;
  return {
    csv: `${first}\r\n${writeCsv(COLUMNS, lines)}\r\n`,
    rows: lines.length,
    frameworkVersion: version,
  };
}

function lineOf(row: RenderedRow): Record<string, string> {
  const { framework_version } = parseAsWritten(`${row.openRow}}`) as Record<string, unknown>;
  return { ...csvLine(row), framework_version: String(framework_version) };
}
