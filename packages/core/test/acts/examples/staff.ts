// Examples of acts about staff: people, tokens, roles, requests of two people, rules, servers, and founding again.

import assert from 'node:assert/strict';
import { inviteAgain, inviteStaff, withdrawInvitation } from '@rf-indicators/core/accounts/staff-invitations';
import { performAct } from '@rf-indicators/core/acts/perform';
import { SHIPPED_CHECKS } from '@rf-indicators/core/desk/facts/plausibility/shipped';
import type { Story } from '../story.ts';
import { approve, type Example, example, keep } from './example.ts';

/** Leaves the operator as the only person who can act. */
async function loseEverybodyElse({ world }: Story): Promise<void> {
  await world.store.transaction((writes) =>
    writes
      .updateTable('staff_tokens')
      .set({ revoked_at: 1 })
      .where('staff_id', '<>', world.people.operator.id)
      .execute(),
  );
}

export const STAFF: readonly Example[] = [
  example({ name: 'staff.invite', by: 'operator', input: () => ({ name: 'Bo', roles: ['analyst'] }) }),
  example({
    name: 'staff.invite_again',
    by: 'operator',
    input: () => ({ person: 'Bo' }),
    after: keep('invitation', 'code'),
  }),
  example({
    name: 'staff.claim',
    by: 'nobody',
    input: ({ kept }) => ({ code: kept.invitation! }),
    after: ({ kept }, { check, prefix }) => {
      Object.assign(kept, { check, staffToken: prefix });
    },
  }),
  example({
    name: 'staff.confirm',
    by: 'reviewer',
    input: ({ kept }) => ({ person: 'Bo', check: kept.check! }),
  }),
  example({ name: 'staff.list', by: 'analyst', input: () => ({ all: true }) }),
  example({
    name: 'staff.rotate_token',
    by: 'analyst',
    before: async ({ world, kept }) => {
      const { prefix } = await world.store.db
        .selectFrom('staff_tokens')
        .select('prefix')
        .where('staff_id', '=', world.people.analyst.id)
        .executeTakeFirstOrThrow();
      kept.ownToken = prefix;
    },
    input: ({ kept }) => ({ prefix: kept.ownToken! }),
  }),
  example({
    name: 'staff.revoke_token',
    by: 'operator',
    input: ({ kept }) => ({ prefix: kept.staffToken! }),
  }),
  example({
    name: 'staff.set_roles',
    by: 'operator',
    input: () => ({ person: 'Bo', roles: ['reviewer'] }),
    after: ({ kept }, { request }) => {
      kept.rolesRequest = request!;
    },
  }),
  example({
    name: 'staff.retire',
    by: 'operator',
    input: () => ({ person: 'Bo' }),
    after: ({ kept }, { request }) => {
      kept.retireRequest = request!;
    },
  }),
  example({ name: 'requests.list', by: 'analyst', input: () => ({ status: 'open' }) }),
  example({
    name: 'requests.approve',
    by: 'officer',
    input: ({ kept }) => ({ request: kept.rolesRequest! }),
  }),
  example({
    name: 'requests.refuse',
    by: 'reviewer',
    input: ({ kept }) => ({ request: kept.retireRequest!, reason: 'Bo is needed.' }),
  }),
  example({
    name: 'rules.set',
    by: 'officer',
    input: () => ({ name: 'activation_notice_days', value: 30 }),
    after: ({ kept }, { request }) => {
      kept.ruleRequest = request!;
    },
  }),
  example({ name: 'rules.list', by: 'analyst', input: () => ({}) }),
  example({ name: 'entry_checks.show', by: 'analyst', input: () => ({}) }),
  example({
    name: 'entry_checks.record',
    by: 'officer',
    input: () => ({
      document: { ...(SHIPPED_CHECKS as unknown as Record<string, unknown>), version: '1.1' },
      reason: 'A wider range.',
    }),
    after: (story, { request }) => approve(story, request!),
  }),
  example({
    name: 'servers.set',
    by: 'operator',
    input: () => ({ kind: 'mail', address: 'smtps://mail.example.com:465', used_as: 'rf@example.com' }),
  }),
  example({ name: 'servers.list', by: 'analyst', input: () => ({}) }),
  example({
    name: 'requests.cancel',
    by: 'officer',
    input: ({ kept }) => ({ request: kept.ruleRequest! }),
  }),
  example({
    name: 'staff.withdraw_invitation',
    by: 'officer',
    before: async ({ world }) => {
      await inviteAgain(world.desk, world.people.operator, 'Bo');
    },
    input: () => ({ person: 'Bo' }),
  }),
  example({
    name: 'staff.erase',
    by: 'operator',
    before: async ({ world }) => {
      await inviteStaff(world.desk, world.people.operator, { name: 'Cleo', roles: ['analyst'] });
      await withdrawInvitation(world.desk, world.people.operator, 'Cleo');
    },
    input: () => ({ person: 'Cleo' }),
    after: async (story, { erased_as, request }) => {
      await approve(story, request!);
      const { data } = await performAct(story.services, story.callers.analyst!, 'staff.list', { all: true });
      const names = data.map(({ name }) => name);
      assert.deepEqual([names.includes(erased_as), names.includes('Cleo')], [true, false]);
    },
  }),
  example({
    name: 'founding.return',
    by: 'operator',
    before: loseEverybodyElse,
    input: () => ({ reason: 'Everybody else has left.' }),
  }),
  example({ name: 'founding.stop', by: 'analyst', input: () => ({ reason: 'I have not.' }) }),
];
