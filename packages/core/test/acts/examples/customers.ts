// Examples of acts about customers: workspaces, members, terms, API keys and usage.

import { authenticateMember } from '@rf-indicators/core/accounts/members';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { performAct } from '@rf-indicators/core/acts/perform';
import { type Example, example, keep } from './example.ts';

export const CUSTOMERS: readonly Example[] = [
  example({
    name: 'workspaces.create',
    by: 'operator',
    input: () => ({ name: 'Acorn', tier: 'PROFESSIONAL' }),
  }),
  example({
    name: 'workspaces.issue_claim_code',
    by: 'operator',
    input: () => ({ workspace: 'Acorn' }),
    after: keep('code', 'claim_code'),
  }),
  example({ name: 'workspaces.list', by: 'operator', input: () => ({}) }),
  example({
    name: 'workspaces.claim',
    by: 'nobody',
    input: ({ kept }) => ({ code: kept.code!, name: 'Ada' }),
    after: async ({ world, callers }, { member: { token } }) => {
      callers.admin = { kind: 'member', member: await authenticateMember(world.desk, token), from: 'a test' };
    },
  }),
  example({
    name: 'workspaces.set_tier',
    by: 'operator',
    input: () => ({ workspace: 'Acorn', tier: 'ENTERPRISE' }),
  }),
  example({ name: 'workspaces.enable_pilot', by: 'operator', input: () => ({ workspace: 'Acorn' }) }),
  example({ name: 'workspaces.disable_pilot', by: 'operator', input: () => ({ workspace: 'Acorn' }) }),
  example({
    name: 'workspaces.suspend',
    by: 'operator',
    input: () => ({ workspace: 'Acorn', reason: 'A leaked key' }),
  }),
  example({ name: 'workspaces.resume', by: 'operator', input: () => ({ workspace: 'Acorn' }) }),
  example({ name: 'workspaces.rotate_secret', by: 'admin', input: () => ({}) }),
  example({ name: 'workspaces.end_secret_overlap', by: 'admin', input: () => ({}) }),
  example({
    name: 'members.add',
    by: 'admin',
    input: () => ({ name: 'Dev', role: 'developer' }),
    after: async ({ world, callers, kept }, { token, prefix }) => {
      kept.memberToken = prefix;
      callers.developer = {
        kind: 'member',
        member: await authenticateMember(world.desk, token),
        from: 'a test',
      };
    },
  }),
  example({ name: 'members.list', by: 'developer', input: () => ({}) }),
  example({ name: 'members.issue_token', by: 'admin', input: () => ({ person: 'Dev' }) }),
  example({
    name: 'members.revoke_token',
    by: 'admin',
    input: ({ kept }) => ({ prefix: kept.memberToken! }),
  }),
  example({ name: 'terms.show', by: 'nobody', input: () => ({ kind: 'api' }) }),
  example({
    name: 'terms.accept',
    by: 'admin',
    input: () => ({ kind: 'api', digest: currentTerms('api').digest }),
  }),
  example({ name: 'terms.list', by: 'developer', input: () => ({}) }),
  example({
    name: 'keys.create',
    by: 'developer',
    input: () => ({ name: 'backend', tier: 'PROFESSIONAL' }),
    after: keep('key', 'id'),
  }),
  example({
    name: 'keys.rotate',
    by: 'developer',
    input: ({ kept }) => ({ key: kept.key!, grace_hours: 2 }),
    after: keep('key', 'id'),
  }),
  example({
    name: 'keys.upgrade',
    by: 'developer',
    input: ({ kept }) => ({ key: kept.key!, tier: 'ENTERPRISE' }),
  }),
  example({ name: 'keys.revoke', by: 'developer', input: ({ kept }) => ({ key: kept.key! }) }),
  example({
    name: 'keys.revoke_by_operator',
    by: 'operator',
    before: async (story) => {
      const wanted = { name: 'leaked', tier: 'PROFESSIONAL' } as const;
      const { prefix } = await performAct(story.services, story.callers.developer!, 'keys.create', wanted);
      story.kept.leaked = prefix;
    },
    input: ({ kept }) => ({ key: kept.leaked!, reason: 'It was published.' }),
  }),
  example({ name: 'keys.list', by: 'developer', input: () => ({ all: true }) }),
  example({ name: 'agent_calls.list', by: 'developer', input: () => ({}) }),
  example({ name: 'failed_calls.list', by: 'developer', input: () => ({}) }),
  example({ name: 'usage.list', by: 'developer', input: () => ({}) }),
  example({ name: 'usage.totals', by: 'developer', input: () => ({}) }),
];
