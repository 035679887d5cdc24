// Publishes other scores of some providers of a generated world, as the desk does it: new evidence, its approval by a second
// person, a run and a publication of these providers alone.

import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import type { Queries, Store } from '@rf-indicators/core/store/store';
import { propose, publishDay, runningDesk } from './desk.ts';
import { generated, inputRows, SAMPLES, slugOf, VARIED } from './generated-providers.ts';
import { readPeople } from './people.ts';

/** Steps between providers whose varied inputs are far apart. */
const FAR = 97;

/** `variation` differs from call to call for the same providers. Gives how many of them have another score now. */
export async function publishOtherScores(
  store: Store,
  folder: string,
  numbers: readonly number[],
  variation = 1,
): Promise<number> {
  const desk = runningDesk(store, Date.now());
  const people = await readPeople(store.db);
  const publisher = {
    masterKey: readMasterKey(folder, undefined),
    policy: DEFAULT_POLICY,
    checkpointFile: null,
  };
  const world = { desk, people, publisher };
  const now = desk.clock();
  const rows = numbers.flatMap((number) => {
    const { name } = generated(number, now);
    const other = generated(number + SAMPLES * FAR * variation, now);
    return inputRows({ ...other, name }).filter(({ input }) => VARIED.has(input));
  });
  await propose(world, rows);
  const before = await scoresOf(store.db);
  const ids = await providerIds(store.db);
  await publishDay(world, undefined, { providerIds: numbers.map((number) => ids.get(number)!) });
  const after = await scoresOf(store.db);
  return [...after].filter(([id, score]) => before.get(id) !== score).length;
}

/** By number. */
export async function providerIds(db: Queries): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('served_indicators').select(['slug', 'provider_id as id']).execute();
  const bySlug = new Map(rows.map(({ slug, id }) => [slug, id]));
  return new Map(
    rows.map((_, index): [number, string] => [index + 1, bySlug.get(slugOf(generated(index + 1).name))!]),
  );
}

async function scoresOf(db: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('served_indicators')
    .select(['provider_id as id', 'final_score as score'])
    .execute();
  return new Map(rows.map(({ id, score }) => [id, score]));
}
