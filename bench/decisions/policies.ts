// The policies of the benchmark of decisions, and how workspaces of a generated world get them.

import { POLICY_TEMPLATES } from '@rf-indicators/contract/policy-templates';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { askForActivation } from '@rf-indicators/core/policies/activation';
import { savePolicy } from '@rf-indicators/core/policies/drafts';
import { connectStore } from '@rf-indicators/core/store/connect';
import type { Policy } from '@rf-indicators/engine';
import { adminOf } from '../world/people.ts';
import type { StoredWorld } from '../world/worlds.ts';

/** What customers begin with. Worlds that are kept for days would not have been verified within its 24 hours. */
export const LENDER: Policy = { ...POLICY_TEMPLATES.lender.document, verified_within_hours: 48 };

/** Rules that anyone can write by hand, because they read nothing but columns of a score. */
export const COLUMNS: Policy = {
  format: 'rf-policy-1',
  name: 'columns',
  version: 1,
  scope: 'all',
  frameworks: ['RF Framework v1.0'],
  verified_within_hours: 48,
  valid_minutes: 15,
  rules: [
    {
      id: 'high_risk',
      decision: 'BLOCK',
      sentence: 'The provider is in the band of high risk.',
      when: { value: 'band', is: 'equal_to', to: 'HIGH' },
    },
    {
      id: 'low_score',
      decision: 'REVIEW',
      sentence: 'The score is below 50.',
      when: { value: 'score', is: 'below', to: '50.00' },
    },
    {
      id: 'weak_evidence',
      decision: 'REVIEW',
      sentence: 'The quality of the evidence is below 0.70.',
      when: { value: 'evidence_quality', is: 'below', to: '0.70' },
    },
    {
      id: 'high_yield',
      decision: 'REVIEW',
      sentence: 'The product offers more than 6 % a year, and is not in the best band.',
      when: {
        all: [
          { value: 'yield_highest', is: 'above', to: '6.00' },
          { value: 'band', is: 'worse_than', to: 'LOW' },
        ],
      },
    },
  ],
  exceptions: [],
};

/** The keys of the workspaces that have the policy now: the first ones of the world. */
export async function activatePolicy(
  { folder, databaseUrl, keys }: StoredWorld,
  { version: _, ...document }: Policy,
  workspaces: number,
): Promise<string[]> {
  const store = await connectStore({ dataDir: folder, databaseUrl });
  const context = { store, clock: Date.now, newId: () => uuidV7(Date.now()) };
  try {
    for (let number = 1; number <= workspaces; number += 1) {
      const member = await adminOf(store.db, number);
      await savePolicy(context, member, { document: { ...document } });
      await askForActivation(context, member, { name: document.name });
    }
  } finally {
    await store.close();
  }
  return keys.slice(0, workspaces);
}
