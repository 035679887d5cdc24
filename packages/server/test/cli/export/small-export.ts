// A store with twelve published indicators or none yet, and the commands that export it and verify the export.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeDueDatasets } from '@rf-indicators/core/desk/datasets/write';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { type Lifetime, temporaryFolder } from '../../../../../test/support/lifetime.ts';
import { DAY, foundedPlace, publishedPlace, type World } from '../../../../../test/support/world.ts';
import { exportCommand } from '../../../src/cli/export/export.ts';
import type { ListedFile, SignedDescription } from '../../../src/cli/export/listing.ts';
import { verifyCommand } from '../../../src/cli/verify/verify.ts';
import { renderDataset } from '../../../src/rendering/datasets/csv.ts';
import { envOf, type Ran, runCommand } from '../run-command.ts';

export const BASE_URL = 'https://indicators.example';

export interface SmallExport {
  world: World;
  dataDir: string;
  /** The verifier key of the store. */
  key: string;
  env: Record<string, string>;
  /** The daily dumps that are due, as the service writes them. Returns how many. */
  writeDumps(): Promise<number>;
  /** The time of the next command; the desk's own time unless it was moved. */
  export(folder: string, ...more: string[]): Promise<Ran>;
  verify(folder: string, ...more: string[]): Promise<Verified>;
  folder(): string;
}

export interface Verified {
  code: number;
  /** What was found, as "file: problem". */
  found: string[];
  checked: string[];
  remarks: string[];
}

/** The dumps of this many days are due. */
export const DAYS = 3;

/** `t`: the test, or the whole file. */
export async function smallExport(
  t: Lifetime,
  { kind = 'sqlite', isPublished = true }: { kind?: StoreKind; isPublished?: boolean } = {},
): Promise<SmallExport> {
  const { world, location } = await (isPublished ? publishedPlace : foundedPlace)(kind, t);
  world.desk.moveTo(world.desk.clock() + DAYS * DAY);
  const { dataDir } = location;
  const { public_key: key } = await world.store.db
    .selectFrom('signing_keys')
    .select('public_key')
    .orderBy('valid_from')
    .executeTakeFirstOrThrow();
  const env = { ...envOf(location), RF_BASE_URL: BASE_URL };
  return {
    ...{ world, dataDir, key, env },
    writeDumps: () => {
      const { db } = world.store;
      const reading = { db, snapshots: snapshotReader(db) };
      return writeDueDatasets(world.desk, world.publisher, (day) => renderDataset(reading, day));
    },
    export: (folder, ...more) =>
      runCommand(exportCommand, ['--static', folder, '--json', ...more], { env, now: world.desk.clock() }),
    verify: (folder, ...more) => verifyExport(folder, key, ...more),
    folder: () => path.join(temporaryFolder(t), 'out'),
  };
}

/** With an environment that names no store: it needs none. */
export async function verifyExport(folder: string, key: string, ...more: string[]): Promise<Verified> {
  const args = ['--offline', folder, '--key', key, '--json', ...more];
  const { code, out } = await runCommand(verifyCommand, args, { env: { RF_DATA_DIR: '/nonexistent' } });
  const { findings, checked, remarks } = JSON.parse(out.join('\n'));
  const found = findings.map(({ file, problem }: Record<string, string>) => `${file}: ${problem}`);
  return { code, found, checked, remarks };
}

export function readList(folder: string): ListedFile[] {
  const lines = readFileSync(path.join(folder, 'rf-files.jsonl'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

export function readSigned(folder: string): SignedDescription {
  return JSON.parse(readFileSync(path.join(folder, 'rf-export.json'), 'utf8'));
}
