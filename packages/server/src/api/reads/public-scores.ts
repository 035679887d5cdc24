// Reads that need no key: headline scores, what was served, and badges.

import type { PublicHistories, PublicHistory } from '@rf-indicators/contract';
import { lastServedChange } from '@rf-indicators/core/desk/served/select';
import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { staleSinceOf } from '@rf-indicators/core/desk/served/stale-since';
import { readSteps } from '@rf-indicators/core/desk/served/steps';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import type { Queries } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { readNumberCursor, writeNumberCursor } from '../../http/read-parameters.ts';
import { scoreBadge } from '../../rendering/badges/badge.ts';
import { byCodePoint } from '../../rendering/code-points.ts';
import { listOfRows } from '../../rendering/current-rows.ts';
import { themeOf } from '../../rendering/embeds/theme.ts';
import { historySince, startOfDay } from '../../rendering/history/window.ts';
import { historyStep, stepsChangedAt } from '../../rendering/history/wire.ts';
import { nameCursor, readCursor } from '../../rendering/lists.ts';
import { type Answer, invalidParameter, type Parameters, type Reading } from '../../rendering/reading.ts';
import { providerOrProblem } from '../provider-or-problem.ts';

export async function listPublicScores(reading: Reading): Promise<Answer> {
  const lastModified = await lastServedChange(reading.db);
  const list = await listOfRows(reading, {}, 'name', ({ publicRow }) => publicRow);
  const content = (cached: boolean) =>
    list.closedWith(`],"limitations_disclosure":${JSON.stringify(reading.disclosure)},"cached":${cached}}`);
  return { content: content(false), keptContent: content(true), lastModified };
}

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

const CURSOR = 'public-history';

export async function getPublicHistory(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { slug, cursor, limit = DEFAULT_LIMIT } = parameters;
  const before = cursor === undefined ? Number.POSITIVE_INFINITY : readNumberCursor(CURSOR, String(cursor));
  if (before === null) return invalidParameter('cursor', 'not_cursor', 'is not a cursor of this operation');
  const provider = await providerOrProblem(reading, String(slug));
  if ('problem' in provider) return provider;
  const all = (await readSteps(reading.db, [provider.id])).get(provider.id);
  if (all === undefined) {
    return {
      problem: 'indicator_not_found',
      detail: 'No indicator of this provider has been published yet.',
    };
  }
  const rest = all.filter(({ from }) => from < before).reverse();
  const page = rest.slice(0, Number(limit));
  const history: PublicHistory = {
    provider_id: provider.id,
    slug: provider.slug,
    name: provider.name,
    data: page.map(historyStep),
    // No two steps of a provider begin at the same time.
    next_cursor: rest.length > page.length ? writeNumberCursor(CURSOR, page.at(-1)!.from) : null,
    limitations_disclosure: reading.disclosure,
  };
  return { content: JSON.stringify(history), lastModified: stepsChangedAt(all) };
}

export async function getBadge(reading: Reading, { slug, theme }: Parameters): Promise<Answer> {
  const { db } = reading;
  const provider = await providerOrProblem(reading, String(slug));
  if ('problem' in provider) return provider;
  const state = await db
    .selectFrom('provider_states')
    .select('withdrawn_at')
    .where('provider_id', '=', provider.id)
    .executeTakeFirst();
  if (state === undefined) {
    return {
      problem: 'indicator_not_found',
      detail: 'No indicator of this provider has been published yet.',
    };
  }
  const [served] = await currentIndicators(db, [provider.id]);
  const badge = {
    name: provider.name,
    score: served?.finalScore ?? null,
    band: served?.riskBand ?? null,
    scoredAt: served?.asOf ?? null,
    staleSince: served ? await staleSinceOf(db, served.verificationId, served.staleSince) : null,
    withdrawn: served === undefined,
  };
  const content = scoreBadge(badge, themeOf(theme));
  return {
    content,
    lastModified: served?.changedAt ?? state.withdrawn_at ?? 0,
    mediaType: 'image/svg+xml',
  };
}
