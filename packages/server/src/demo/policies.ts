// The policy of one fictional customer: a version that was replaced, the one that decides, and a draft in the shadow, with a rule
// that another one makes idle.

import { listMembers } from '@rf-indicators/core/accounts/member-list';
import { findMember } from '@rf-indicators/core/accounts/members';
import { findWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Context } from '@rf-indicators/core/context/context';
import { askForActivation } from '@rf-indicators/core/policies/activation';
import { savePolicy, setShadow } from '@rf-indicators/core/policies/drafts';
import type { Policy, Rule } from '@rf-indicators/engine';
import { CUSTOMER } from './customer-history.ts';

const DAY = 24 * 60 * 60 * 1000;
export const DEMO_POLICY = 'counterparties';

const HIGH: Rule = {
  id: 'high_risk',
  decision: 'BLOCK',
  sentence: 'The provider is in the band of high risk.',
  when: { value: 'band', is: 'equal_to', to: 'HIGH' },
};

const FELL: Rule = {
  id: 'fell_fast',
  decision: 'REVIEW',
  sentence: 'The score fell by more than 5 points within 30 days.',
  when: { value: 'change', within_days: 30, is: 'below', to: '-5.00' },
};

const UNDER_REVIEW: Rule = {
  id: 'may_fall',
  decision: 'REVIEW',
  sentence: 'The score is under review and may fall.',
  when: { value: 'under_review', is: 'one_of', to: ['down', 'developing'] },
};

const WEAK_EVIDENCE: Rule = {
  id: 'weak_evidence',
  decision: 'REVIEW',
  sentence: 'The quality of the evidence is below 0.70.',
  when: { value: 'evidence_quality', is: 'below', to: '0.70' },
};

const HIGH_YIELD: Rule = {
  id: 'high_yield',
  decision: 'REVIEW',
  sentence: 'The product offers more than 10 % a year.',
  when: { value: 'yield_highest', is: 'above', to: '10.00' },
};

const BELOW_30: Rule = {
  id: 'below_30',
  decision: 'BLOCK',
  sentence: 'The score is below 30.',
  when: {
    all: [
      { value: 'band', is: 'equal_to', to: 'HIGH' },
      { value: 'score', is: 'below', to: '30.00' },
    ],
  },
};

const VERSIONS: readonly { rules: readonly Rule[]; savedBefore: number }[] = [
  { rules: [HIGH, FELL], savedBefore: 36 * DAY },
  { rules: [HIGH, FELL, UNDER_REVIEW], savedBefore: 22 * DAY },
  { rules: [HIGH, WEAK_EVIDENCE, FELL, UNDER_REVIEW, HIGH_YIELD, BELOW_30], savedBefore: DAY },
];

/** The first start writes them; later ones leave what people made of them alone. */
export async function prepareDemoPolicy(context: Context): Promise<void> {
  const { db } = context.store;
  const workspace = (await findWorkspace(db, CUSTOMER))!;
  const saved = await db
    .selectFrom('policy_versions')
    .select('version')
    .where('workspace_id', '=', workspace.id)
    .limit(1)
    .executeTakeFirst();
  if (saved !== undefined) return;
  const members = await listMembers(db, workspace.id);
  const { id } = members.find(({ role, removed_at }) => role === 'contract_admin' && removed_at === null)!;
  const admin = (await findMember(db, id))!;
  const now = context.clock();
  for (const [at, { rules, savedBefore }] of VERSIONS.entries()) {
    const then: Context = { ...context, clock: () => now - savedBefore };
    await savePolicy(then, admin, { document: { ...documentOf(rules) } });
    if (at < VERSIONS.length - 1) await askForActivation(then, admin, { name: DEMO_POLICY });
    else await setShadow(then, admin, { name: DEMO_POLICY });
  }
}

function documentOf(rules: readonly Rule[]): Omit<Policy, 'version'> {
  return {
    format: 'rf-policy-1',
    name: DEMO_POLICY,
    scope: 'all',
    frameworks: ['RF Framework v1.0'],
    verified_within_hours: 48,
    valid_minutes: 15,
    rules,
    exceptions: [],
  };
}
