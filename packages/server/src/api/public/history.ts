// GET /api/public/history/{slug}: what was served about one provider, newest first.

import type { PublicHistory } from '@rf-indicators/contract';
import { readSteps } from '@rf-indicators/core/desk/served/steps';
import { readNumberCursor, writeNumberCursor } from '../../http/number-cursors.ts';
import { historyStep, stepsChangedAt } from '../../rendering/history/wire.ts';
import { type Answer, invalidParameter, type Parameters, type Reading } from '../../rendering/reading.ts';
import { providerOrProblem } from '../provider-or-problem.ts';

const CURSOR = 'public-history';
const DEFAULT_LIMIT = 100;

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
