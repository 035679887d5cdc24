// An alert about a provider, as an evaluation leaves it.

import type { Database } from '@rf-indicators/core/store/schema';

interface GivenAlert {
  id: string;
  workspace_id: string;
  rule_id: string;
  at: number;
}

export function alertRow({ id, workspace_id, rule_id, at }: GivenAlert): Database['alerts'] {
  const details = {
    ...{ sentence: 'Sample is stale', fact: null, amounts: null, urgent: true, names: [], limit: null },
    ...{ policy: null, lapses_on: null, checks: [], from: null },
  };
  return {
    ...{ id, workspace_id, rule_id, book_id: null, kind: 'stale', cause_key: `stale ${id}`, state: 'open' },
    ...{ severity: 0, details: JSON.stringify(details), changes: 0, opened_at: at, changed_at: at },
    ...{ snoozed_until: null, cause_ended_at: null },
  };
}
