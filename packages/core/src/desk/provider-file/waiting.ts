// What waits for a second person about providers: results of runs, and requests to withdraw an indicator.

import type { Queries } from '../../store/store.ts';
import { OPEN_DAYS } from '../publication/withdrawal-requests.ts';

/**
 * A run that was published in part is still a draft: the rest waits for a second person, until a later run has
 * published or confirmed the provider.
 */
export function waitingItems(db: Queries) {
  return db
    .selectFrom('run_items')
    .innerJoin('runs', 'runs.id', 'run_items.run_id')
    .where('run_items.run_id', 'in', db.selectFrom('runs').select('id').where('status', '=', 'draft'))
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
            .select('later.run_id')
            .whereRef('later.provider_id', '=', 'run_items.provider_id')
            .where('later.run_id', 'in', (from) =>
              from
                .selectFrom('runs as later_run')
                .select('later_run.id')
                .whereRef('later_run.created_at', '>', 'runs.created_at'),
            )
            .where('later.publication_id', 'is not', null),
        ),
      ),
    );
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Requests about the indicator that is still the current one, which nobody has decided on. States are not joined: while there
 * are no requests, SQLite would begin with the states of all providers.
 */
export function waitingWithdrawals(db: Queries, now: number) {
  return db
    .selectFrom('withdrawal_requests')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('provider_states')
          .select('provider_states.provider_id')
          .whereRef('provider_states.provider_id', '=', 'withdrawal_requests.provider_id')
          .whereRef('provider_states.verification_id', '=', 'withdrawal_requests.verification_id'),
      ),
    )
    .where('withdrawal_requests.asked_at', '>', now - OPEN_DAYS * DAY)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('withdrawal_decisions')
            .select('request_id')
            .whereRef('withdrawal_decisions.request_id', '=', 'withdrawal_requests.id'),
        ),
      ),
    );
}

/** The newest run of each of these providers that waits. */
export async function waitingRuns(db: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  const items = await waitingItems(db)
    .select(['run_items.provider_id', 'run_items.run_id'])
    .where('run_items.provider_id', 'in', ids)
    .orderBy('runs.created_at')
    .execute();
  return new Map(items.map(({ provider_id, run_id }) => [provider_id, run_id]));
}

/** The newest request of each of these providers that waits. */
export async function openWithdrawals(
  db: Queries,
  ids: readonly string[],
  now: number,
): Promise<Map<string, string>> {
  const requests = await waitingWithdrawals(db, now)
    .select(['withdrawal_requests.provider_id', 'withdrawal_requests.id'])
    .where('withdrawal_requests.provider_id', 'in', ids)
    .orderBy('withdrawal_requests.asked_at')
    .execute();
  return new Map(requests.map(({ provider_id, id }) => [provider_id, id]));
}
