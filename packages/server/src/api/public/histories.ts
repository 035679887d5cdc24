// GET /api/public/history: what was served about all providers in the last 90 days. The list comes in pages, because
// thousands of providers whose scores drift every day would make a response of hundreds of megabytes.

import type { PublicHistories } from '@rf-indicators/contract';
import { readSteps } from '@rf-indicators/core/desk/served/steps';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import type { Queries } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { byCodePoint } from '../../rendering/code-points.ts';
import { historySince, startOfDay } from '../../rendering/history/window.ts';
import { historyStep, stepsChangedAt } from '../../rendering/history/wire.ts';
import { nameCursor, readCursor } from '../../rendering/lists.ts';
import { type Answer, invalidParameter, type Parameters, type Reading } from '../../rendering/reading.ts';

const DEFAULT_LIMIT = 100;

export async function listPublicHistories(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { db, clock, disclosure } = reading;
  const { cursor, limit = DEFAULT_LIMIT } = parameters;
  const after = cursor === undefined ? null : readCursor(String(cursor), 'name');
  if (cursor !== undefined && after === null) {
    return invalidParameter('cursor', 'not_cursor', 'is not a cursor of this operation');
  }
  const since = historySince(clock());
  const providers = (await servedSince(db, since)).sort(byNameAndId);
  const rest = after === null ? providers : providers.filter((provider) => byNameAndId(provider, after) > 0);
  const page = rest.slice(0, Number(limit));
  const steps = await readSteps(
    db,
    page.map(({ id }) => id),
    since,
  );
  const histories: PublicHistories = {
    since: instant(since),
    data: page.map(({ id, slug, name }) => ({
      provider_id: id,
      slug,
      name,
      steps: (steps.get(id) ?? []).toReversed().map(historyStep),
    })),
    next_cursor: rest.length > page.length ? nameCursor(page.at(-1)!) : null,
    limitations_disclosure: disclosure,
  };
  // Each midnight, the steps that ended 90 days ago leave the list.
  const changed = [...steps.values()].map(stepsChangedAt);
  const lastModified = changed.reduce((latest, at) => Math.max(latest, at), startOfDay(clock()));
  return { content: JSON.stringify(histories), lastModified };
}

interface Named {
  id: string;
  name: string;
}

function byNameAndId(a: Named, b: Named): number {
  return byCodePoint(a.name, b.name) || byCodePoint(a.id, b.id);
}

/** Providers that have an indicator, or had one after the given time. */
function servedSince(db: Queries, since: number): Promise<(Named & { slug: string })[]> {
  return db
    .selectFrom('provider_states')
    .innerJoin('providers', 'providers.id', 'provider_states.provider_id')
    .innerJoin('provider_versions', 'provider_versions.provider_id', 'providers.id')
    .select(['providers.id', 'providers.slug', 'provider_versions.name'])
    .where((is) =>
      is.or([
        is('provider_states.verification_id', 'is not', null),
        is('provider_states.withdrawn_at', '>', since),
      ]),
    )
    .where(
      'provider_versions.version',
      '=',
      sql<number>`(select max(v.version) from provider_versions v where v.provider_id = providers.id)`,
    )
    .execute();
}
