// Examples of acts about sign-ins: invitations of staff and members, and their confirmation.

import assert from 'node:assert/strict';
import { findMember } from '@rf-indicators/core/accounts/members';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { claimSignIn } from '@rf-indicators/core/identity/claims';
import { showLink } from '@rf-indicators/core/identity/invitations';
import type { Story } from '../story.ts';
import { type Example, example, keep } from './example.ts';

/** Claims the invitation of an act, as the invited person would, and keeps the check number. */
async function claimLink(story: Story, invitation: string): Promise<void> {
  const { world, kept } = story;
  const row = world.store.db
    .selectFrom('sign_in_invitations')
    .select('shown_to')
    .where('id', '=', invitation);
  const { shown_to } = await row.executeTakeFirstOrThrow();
  assert.equal(shown_to, world.people.operator.id);
  const { check } = await claimSignIn(world.desk, { code: kept.link!.split('#')[1]!, password: null });
  Object.assign(kept, { signInCheck: check! });
}

/** The analyst can sign in with an account at the OIDC provider. */
async function linkAnalyst({ world: { desk, store, people } }: Story): Promise<void> {
  const { user_id } = await store.db
    .selectFrom('user_staff')
    .select('user_id')
    .where('staff_id', '=', people.analyst.id)
    .executeTakeFirstOrThrow();
  const now = desk.clock();
  await store.transaction((writes) =>
    writes
      .insertInto('user_credentials')
      .values({
        ...{ id: desk.newId(), user_id, provider_id: 'oidc', account_id: 'https://id.example.com analyst' },
        ...{ password: null, scope: null, created_at: now, updated_at: now },
      })
      .execute(),
  );
}

export const SIGN_INS: readonly Example[] = [
  example({
    name: 'sign_ins.invite_staff',
    by: 'officer',
    input: ({ world }) => ({ person: world.people.analyst.name, email: 'analyst@example.com' }),
    after: keep('signIn', 'invitation'),
  }),
  example({ name: 'sign_ins.list', by: 'reviewer', input: () => ({}) }),
  example({
    name: 'sign_ins.show_link',
    by: 'operator',
    input: ({ kept }) => ({ invitation: kept.signIn! }),
    after: keep('link', 'link'),
  }),
  example({
    name: 'sign_ins.confirm',
    by: 'reviewer',
    before: (story) => claimLink(story, story.kept.signIn!),
    input: ({ kept }) => ({ invitation: kept.signIn!, check: kept.signInCheck! }),
  }),
  example({
    name: 'sign_ins.unlink',
    by: 'reviewer',
    before: linkAnalyst,
    input: ({ world }) => ({ person: world.people.analyst.name }),
  }),
  example({
    name: 'sign_ins.invite_admin',
    by: 'operator',
    before: async ({ world }) => {
      const wanted = { name: 'Cedar', tier: 'FREE' } as const;
      await createWorkspace(world.desk, world.people.operator, world.masterKey, wanted);
    },
    input: () => ({ workspace: 'Cedar', name: 'Cleo', email: 'cleo@example.com' }),
    after: async ({ world, callers }, { person }) => {
      const member = (await findMember(world.store.db, person))!;
      callers.cleo = { kind: 'member', member, from: 'a test' };
    },
  }),
  example({ name: 'workspaces.show', by: 'cleo', input: () => ({}) }),
  example({ name: 'workspaces.show_secret', by: 'cleo', input: () => ({}) }),
  example({
    name: 'members.invite',
    by: 'admin',
    input: () => ({ name: 'Mia', role: 'viewer', email: 'mia@example.com' }),
  }),
  example({
    name: 'members.invite_again',
    by: 'admin',
    input: () => ({ person: 'Mia', email: 'mia@example.com' }),
    after: keep('signIn', 'invitation'),
  }),
  example({
    name: 'members.confirm',
    by: 'admin',
    before: async (story) => {
      const { world, kept } = story;
      const { code } = await showLink(world.desk, world.people.operator, kept.signIn!);
      kept.link = `#${code}`;
      await claimLink(story, kept.signIn!);
    },
    input: ({ kept }) => ({ person: 'Mia', check: kept.signInCheck! }),
  }),
  example({
    name: 'sign_ins.recover',
    by: 'operator',
    input: () => ({ workspace: 'Acorn', person: 'Ada', email: 'ada@example.com' }),
  }),
];
