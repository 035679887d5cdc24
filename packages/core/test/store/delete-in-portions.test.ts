// A backlog is deleted in several transactions, between which others get their turn.

import assert from 'node:assert/strict';
import { forgetAnswers } from '@rf-indicators/core/context/idempotent-answers';
import { inPortions } from '@rf-indicators/core/store/bulk';
import type { Store } from '@rf-indicators/core/store/store';
import { emptyStore, onEachStore } from '../../../../test/support/stores.ts';

onEachStore('a backlog is deleted in portions, and nothing else is', async (kind, t) => {
  const store = await emptyStore(kind, t);
  const rows = Array.from({ length: 2500 }, (_, at) => ({
    ...{ scope: 's', key: String(at), body_digest: '', answer: '', created_at: at },
  }));
  for (const portion of inPortions(rows, 500)) {
    await store.transaction((writes) => writes.insertInto('idempotent_answers').values(portion).execute());
  }
  let transactions = 0;
  const counted: Store = {
    ...store,
    transaction: (work, options) => {
      transactions += 1;
      return store.transaction(work, options);
    },
  };
  await forgetAnswers(counted, 2400);
  assert.equal(transactions, 3);
  const left = await store.db.selectFrom('idempotent_answers').select('created_at').execute();
  assert.deepEqual(
    left.map(({ created_at }) => created_at).sort((a, b) => a - b),
    rows.slice(2400).map(({ created_at }) => created_at),
  );
});
