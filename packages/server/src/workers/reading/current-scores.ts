// Answers many requests for current indicators at once: two queries for all of them.

import { asServed, type ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { type Body, prepareBody } from '../../rendering/body.ts';
import type { Reading } from '../../rendering/reading.ts';

/**
 * In the order given, by id or current slug; null if there is no such indicator, or only under a former slug. `hot`: they
 * are prepared before anyone asks for them.
 */
export async function currentScores(
  reading: Reading,
  names: readonly string[],
  { hot }: { hot: boolean },
): Promise<(Body | null)[]> {
  const served = await findServed(reading, names);
  const found = [...new Set(served.values())];
  const texts = await reading.snapshots.texts(found, reading);
  const bodies = new Map(
    found.map((one, index) => {
      const { text, mark } = texts[index]!;
      return [one, prepareBody(text, { lastModified: one.changedAt, hot, tagOf: mark ?? text })];
    }),
  );
  return names.map((name) => bodies.get(served.get(name)!) ?? null);
}

async function findServed({ db }: Reading, names: readonly string[]): Promise<Map<string, ServedIndicator>> {
  const rows = await db
    .selectFrom('served_indicators')
    .selectAll()
    .where(({ eb, or }) => or([eb('provider_id', 'in', names), eb('slug', 'in', names)]))
    .execute();
  const found = new Map<string, ServedIndicator>();
  for (const row of rows) {
    const served = asServed(row);
    found.set(served.providerId, served);
    found.set(served.slug, served);
  }
  return found;
}
