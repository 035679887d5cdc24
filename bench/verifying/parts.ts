// The parts of a verification, each measured alone: no query, no comparison and no report is counted.

import { createHash } from 'node:crypto';
import { connectStore } from '@rf-indicators/core/store/connect';
import { digestRows, nextLink } from '@rf-indicators/core/store/records/chain';
import {
  CHAINED_TABLES,
  chainedColumns,
  chainOf,
  type Row,
  type Table,
} from '@rf-indicators/core/store/schema';
import { type Queries, untyped } from '@rf-indicators/core/store/store';
import {
  type ComputationAnswer,
  canonicalJson,
  checkSignature,
  digestOf,
  type JsonValue,
  leafHash,
  loadMethodology,
  nodeHash,
  parseVerifierKey,
  scorePackage,
} from '@rf-indicators/engine';
import { sql } from 'kysely';
import { shippedFramework } from '../../packages/server/src/demo/founding.ts';

/** Seconds. */
export interface Work {
  parsing: number;
  hashing: number;
  signatures: number;
  scoring: number;
}

const ROWS_AT_ONCE = 1000;
const SALT = 'AAAAAAAAAAAAAAAAAAAAAA==';

class Stopwatch {
  readonly work: Work = { parsing: 0, hashing: 0, signatures: 0, scoring: 0 };

  async time<T>(part: keyof Work, act: () => T | Promise<T>): Promise<T> {
    const begun = performance.now();
    const result = await act();
    this.work[part] += (performance.now() - begun) / 1000;
    return result;
  }
}

/** Measures a sample and scales it up to `count` indicators. */
export async function workOfIndicators(
  answers: readonly string[],
  verifierKey: string,
  count: number,
): Promise<Work> {
  const methodology = loadMethodology(shippedFramework().document);
  const indicators = answers.map((text) => (JSON.parse(text) as ComputationAnswer).data);
  const texts = indicators.map((data) => ({
    content: canonicalJson(data.package as unknown as JsonValue),
    statement: canonicalJson(data.statement as unknown as JsonValue),
  }));
  const key = await parseVerifierKey(verifierKey);
  const measured = async () => {
    const watch = new Stopwatch();
    await watch.time('parsing', () => {
      for (const { content, statement } of texts) {
        JSON.parse(content);
        JSON.parse(statement);
      }
    });
    await watch.time('hashing', async () => {
      for (const data of indicators) await digestOf(data.package);
      for (const { statement } of texts) {
        const leaf = await leafHash(new TextEncoder().encode(statement));
        await nodeHash(leaf, leaf);
      }
    });
    await watch.time('signatures', async () => {
      for (const { statement, signature } of indicators)
        if ((await checkSignature(statement, signature!, [key])) !== 'valid')
          throw new Error('a signature of the sample is not valid');
    });
    await watch.time('scoring', async () => {
      for (const data of indicators) await scorePackage(methodology, data.package);
    });
    return watch.work;
  };
  // Once before, for the compiler.
  await measured();
  const work = await measured();
  const scale = count / indicators.length;
  return Object.fromEntries(
    Object.entries(work).map(([part, seconds]) => [part, seconds * scale]),
  ) as unknown as Work;
}

/** The digests of all records and documents of the store, and the links of the record chain. */
export async function workOfRecords(dataDir: string): Promise<Work> {
  const watch = new Stopwatch();
  const store = await connectStore({ dataDir, databaseUrl: null });
  try {
    for (const table of CHAINED_TABLES) {
      const isList = chainOf(table) === 'lists';
      for await (const rows of portions(store.db, table, chainedColumns(table)))
        await watch.time('hashing', () => {
          if (isList) digestRows(table, SALT, rows);
          else for (const row of rows) digestRows(table, SALT, [row]);
        });
    }
    for await (const rows of portions(store.db, 'documents', ['bytes']))
      await watch.time('hashing', () => {
        for (const { bytes } of rows)
          createHash('sha256')
            .update(bytes as Uint8Array)
            .digest('hex');
      });
    const columns = ['seq', 'table_name', 'row_key', 'list', 'row_count', 'digest'];
    for await (const rows of portions(store.db, 'record_chain', columns))
      await watch.time('hashing', () => {
        for (const row of rows) nextLink('', row as unknown as Parameters<typeof nextLink>[1]);
      });
    return watch.work;
  } finally {
    await store.close();
  }
}

async function* portions(db: Queries, table: Table, columns: readonly string[]): AsyncGenerator<Row[]> {
  for (let last = 0; ; ) {
    const rows = (await untyped(db)
      .selectFrom(table)
      .select(columns as string[])
      .select(sql<number>`rowid`.as('row_number'))
      .where(sql`rowid`, '>', last)
      .orderBy(sql`rowid`)
      .limit(ROWS_AT_ONCE)
      .execute()) as (Row & { row_number: number })[];
    if (rows.length === 0) return;
    last = rows.at(-1)!.row_number;
    yield rows;
  }
}
