// Answers many requests for current indicators at once: two queries for all of them.

import { asServed, type ServedIndicator, sourceOf } from '@rf-indicators/core/desk/served/served';
import { type Body, prepareBody } from '../../rendering/body.ts';
import type { Reading } from '../../rendering/reading.ts';

export interface AskedScore {
  /** An id or a slug. */
  name: string;
  /** What the asker has was made of this. */
  source?: string | undefined;
}

export interface CurrentScore {
  /** null if what the asker has is still valid. */
  body: Body | null;
  source: string;
}

interface Served extends ServedIndicator {
  source: string;
}

/**
 * In the order given, by id or current slug; null if there is no such indicator, or only under a former slug. `hot`: they
 * are prepared before anyone asks for them.
 */
export async function currentScores(
  reading: Reading,
  asked: readonly AskedScore[],
  { hot }: { hot: boolean },
): Promise<(CurrentScore | null)[]> {
  const served = await findServed(
    reading,
    asked.map(({ name }) => name),
  );
  const changed = asked.flatMap(({ name, source }) => {
    const found = served.get(name);
    return found === undefined || found.source === source ? [] : [found];
  });
  const bodies = await makeBodies(reading, [...new Set(changed)], hot);
  return asked.map(({ name }) => {
    const found = served.get(name);
    return found === undefined ? null : { body: bodies.get(found) ?? null, source: found.source };
  });
}

async function makeBodies(
  reading: Reading,
  served: readonly Served[],
  hot: boolean,
): Promise<Map<Served, Body>> {
  const texts = await reading.snapshots.texts(served, reading);
  return new Map(
    served.map((one, index) => {
      const { text, mark } = texts[index]!;
      return [one, prepareBody(text, { lastModified: one.changedAt, hot, tagOf: mark ?? text })];
    }),
  );
}

async function findServed({ db }: Reading, names: readonly string[]): Promise<Map<string, Served>> {
  const rows = await db
    .selectFrom('served_indicators')
    .selectAll()
    .where(({ eb, or }) => or([eb('provider_id', 'in', names), eb('slug', 'in', names)]))
    .execute();
  const found = new Map<string, Served>();
  for (const row of rows) {
    const served = { ...asServed(row), source: sourceOf(row) };
    found.set(served.providerId, served);
    found.set(served.slug, served);
  }
  return found;
}
