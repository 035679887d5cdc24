// The list of providers as the desk sees it: their records, the facts that count, and where each stands.

import type { Context } from '../../context/context.ts';
import type { Portion } from '../../context/paging.ts';
import { inPortions } from '../../store/bulk.ts';
import { factsAsOf } from '../inputs/facts.ts';
import type { Contested } from '../inputs/known.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { listProviders, type Provider } from './providers.ts';

export type ProviderStanding = 'unpublished' | 'published' | 'stale' | 'withdrawn';

export interface ListedProvider extends Provider {
  /** Facts that have no approved value are null. */
  planner_type: string | null;
  yield_min: string | null;
  yield_max: string | null;
  payout_currency: string | null;
  flags: Record<string, boolean>;
  contested: Contested[];
  standing: ProviderStanding;
  /** The run whose result for this provider waits for a second person; null if none does. */
  waiting_run: string | null;
}

export async function listProvidersAtDesk(
  context: Context,
  options: Portion & { retired?: boolean },
): Promise<ListedProvider[]> {
  const { db } = context.store;
  const now = context.clock();
  const providers = await listProviders(db, options);
  const effective = await findEffectiveMethodology(db, now);
  const waiting = await waitingRuns(context);
  const listed: ListedProvider[] = [];
  for (const portion of inPortions(providers)) {
    const ids = portion.map(({ id }) => id);
    const known =
      effective === null
        ? new Map()
        : new Map((await factsAsOf(db, effective.methodology, ids, now, now)).map((one) => [one.id, one]));
    const states = await db
      .selectFrom('provider_states')
      .select(['provider_id', 'verification_id', 'stale_since'])
      .where('provider_id', 'in', ids)
      .execute();
    const stateOf = new Map(states.map((state) => [state.provider_id, state]));
    for (const provider of portion) {
      const facts = known.get(provider.id);
      const value = (fact: string): string | null => facts?.facts[fact]?.value ?? null;
      listed.push({
        ...provider,
        planner_type: facts?.planner_type ?? null,
        yield_min: value('yield_min'),
        yield_max: value('yield_max'),
        payout_currency: value('payout_currency'),
        flags: facts?.flags ?? {},
        contested: facts?.contested ?? [],
        standing: standingOf(stateOf.get(provider.id)),
        waiting_run: waiting.get(provider.id) ?? null,
      });
    }
  }
  return listed;
}

function standingOf(
  state: { verification_id: string | null; stale_since: number | null } | undefined,
): ProviderStanding {
  if (state === undefined) return 'unpublished';
  if (state.verification_id === null) return 'withdrawn';
  return state.stale_since === null ? 'published' : 'stale';
}

/**
 * A run that was published in part is still a draft: what is left waits for a second person, until a later run has
 * published or confirmed the provider.
 */
async function waitingRuns({ store: { db } }: Context): Promise<Map<string, string>> {
  const items = await db
    .selectFrom('run_items')
    .innerJoin('runs', 'runs.id', 'run_items.run_id')
    .select(['run_items.provider_id', 'run_items.run_id'])
    .where('runs.status', '=', 'draft')
    .where('run_items.action', '=', 'publish')
    .where('run_items.publication_id', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('publications').select('publications.id').whereRef('publications.run_id', '=', 'runs.id'),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('run_items as later')
            .innerJoin('runs as later_run', 'later_run.id', 'later.run_id')
            .select('later.run_id')
            .whereRef('later.provider_id', '=', 'run_items.provider_id')
            .whereRef('later_run.created_at', '>', 'runs.created_at')
            .where('later.publication_id', 'is not', null),
        ),
      ),
    )
    .orderBy('runs.created_at')
    .execute();
  return new Map(items.map(({ provider_id, run_id }) => [provider_id, run_id]));
}
