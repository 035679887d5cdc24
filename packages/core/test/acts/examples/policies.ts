// Examples of acts about policies: from a draft with an exception, which takes two people, to a stop that is refused.

import { addMember, authenticateMember } from '@rf-indicators/core/accounts/members';
import { performAct } from '@rf-indicators/core/acts/perform';
import { decideOnce, policyDocument } from '../../../../../test/support/policies.ts';
import { type Example, example, keep } from './example.ts';

export const POLICIES: readonly Example[] = [
  example({
    name: 'policies.save',
    by: 'riskOfficer',
    before: async ({ world, callers }) => {
      const { admin } = callers;
      if (admin?.kind !== 'member') throw new Error('The workspace has no Contract Admin yet.');
      const { token } = await addMember(world.desk, admin.member, { name: 'Rio', role: 'risk_officer' });
      const member = await authenticateMember(world.desk, token);
      callers.riskOfficer = { kind: 'member', member, from: 'a test' };
    },
    input: () => ({ document: policyDocument({ exceptions: ['brindlewick-vaults'] }) }),
    after: keep('policy', 'digest'),
  }),
  example({ name: 'policies.list', by: 'developer', input: () => ({}) }),
  example({ name: 'policies.read', by: 'developer', input: () => ({ name: 'lender' }) }),
  example({ name: 'policies.test', by: 'developer', input: () => ({ name: 'lender' }) }),
  example({ name: 'policies.test_framework', by: 'developer', input: () => ({ name: 'lender' }) }),
  example({ name: 'policies.shadow', by: 'riskOfficer', input: () => ({ name: 'lender' }) }),
  example({ name: 'policies.ask', by: 'riskOfficer', input: () => ({ name: 'lender' }) }),
  example({
    name: 'policies.activate',
    by: 'admin',
    input: ({ kept }) => ({ name: 'lender', digest: kept.policy! }),
  }),
  example({ name: 'policies.decisions', by: 'developer', input: () => ({}) }),
  example({
    name: 'policies.decision',
    by: 'developer',
    before: async ({ services, callers, kept }) => {
      const { riskOfficer } = callers;
      if (riskOfficer?.kind !== 'member') throw new Error('Decisions belong to a workspace.');
      const { document } = await decideOnce(services, riskOfficer.member.workspace.id);
      kept.decision = document.decision_id;
    },
    input: ({ kept }) => ({ decision_id: kept.decision! }),
  }),
  example({ name: 'policies.settings', by: 'developer', input: () => ({}) }),
  example({
    name: 'policies.change_settings',
    by: 'admin',
    input: () => ({ second_person: 'always' }),
  }),
  example({ name: 'policies.stop', by: 'admin', input: () => ({ name: 'lender' }) }),
  example({
    name: 'policies.refuse',
    by: 'riskOfficer',
    input: () => ({ name: 'lender', reason: 'It is still needed.' }),
  }),
  example({
    name: 'policies.discard',
    by: 'riskOfficer',
    before: async ({ services, callers }) => {
      await performAct(services, callers.riskOfficer!, 'policies.save', { document: policyDocument() });
    },
    input: () => ({ name: 'lender' }),
  }),
];
