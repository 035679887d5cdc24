// Attempts with rows of API keys and of their workspaces that somebody wrote, or put back.

import { AccessFollower } from '@rf-indicators/core/accounts/access-follower';
import { readAccess } from '@rf-indicators/core/accounts/access-table';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { revokeKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { createKey } from '@rf-indicators/core/accounts/keys';
import type { Member } from '@rf-indicators/core/accounts/members';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { Credentials } from '../../packages/server/src/http/credentials.ts';
import { FailureBook } from '../../packages/server/src/http/failure-book.ts';
import { UsageBook } from '../../packages/server/src/http/usage-book.ts';
import { Forger } from '../../test/support/forger.ts';
import type { Attempt } from './attempt.ts';
import type { Desk } from './desk.ts';

/** Two keys of one workspace, and what is loaded of them. */
async function twoKeys(desk: Desk): Promise<Member> {
  const { context, services, people } = desk;
  const masterKey = services.masterKey();
  const wanted = { name: 'Acorn', tier: 'ENTERPRISE' } as const;
  const { claim } = await createWorkspace(context, people.operator.actor, masterKey, wanted);
  const { member } = await claimWorkspace(context, masterKey, { code: claim.code, name: 'Ada' });
  const digest = currentTerms('api').digest;
  await acceptTerms(context, member, { kind: 'api', digest, from: 'a test' });
  await createKey(context, member, { name: 'free', tier: 'FREE' });
  await createKey(context, member, { name: 'paid', tier: 'ENTERPRISE' });
  if ((await readAccess(context.store.db)).length !== 2) throw new Error('two keys were expected');
  return member;
}

async function loadedKeys({ context }: Desk): Promise<void> {
  if ((await readAccess(context.store.db)).length === 0)
    throw new Refusal('conflict', 'None of the keys is loaded, so no request with them is answered.');
}

const NO_KEYS = 'None of the keys is loaded, so no request with them is answered.';
const KEYS: Pick<Attempt, 'by' | 'otherwise' | 'refusal'> = {
  by: 'nobody',
  otherwise: ['outcome', loadedKeys],
  refusal: NO_KEYS,
};

function withKeys(forge: (forger: Forger) => Promise<void>): NonNullable<Attempt['prepare']> {
  return async (desk) => {
    await twoKeys(desk);
    await forge(await Forger.at(desk.context.store));
    return {};
  };
}

/** Both keys are revoked, and their older rows put back at once. */
async function revokedAndPutBack(desk: Desk, member: Member): Promise<void> {
  const forger = await Forger.at(desk.context.store);
  const before = await forger.rowsOf('api_keys');
  for (const name of ['free', 'paid']) await revokeKey(desk.context, member, name);
  for (const row of before) await forger.change('api_keys', row, row);
}

/** A process that has loaded both keys before. */
async function usedWhileRunning(desk: Desk): Promise<void> {
  const member = await twoKeys(desk);
  const { store, clock } = desk.context;
  const credentials = new Credentials(new UsageBook(), new FailureBook(clock));
  const follower = new AccessFollower(store.db);
  credentials.apply(await follower.readAll());
  const loaded = () => credentials.size;
  if (loaded() !== 2) throw new Error('two keys were expected');
  await revokedAndPutBack(desk, member);
  const changes = await follower.readChanges();
  if (changes !== null) credentials.apply(changes);
  if (loaded() === 0) throw new Refusal('conflict', NO_KEYS);
}

export const FORGED_KEYS: Attempt[] = [
  {
    title: "Give a free key the hash of a paid one, so that the paid key's holder pays for the other",
    ...KEYS,
    prepare: withKeys(async (forger) => {
      const [one, other] = await forger.rowsOf('api_keys');
      await forger.change('api_keys', one!, { key_hash: 'aside' });
      await forger.change('api_keys', other!, { key_hash: one!.key_hash });
      await forger.change('api_keys', one!, { key_hash: other!.key_hash });
    }),
  },
  {
    title: 'Raise the tier of a workspace, and with it of its keys, in the database',
    ...KEYS,
    prepare: withKeys(async (forger) => {
      const [workspace] = await forger.rowsOf('workspaces');
      await forger.change('workspaces', workspace!, { tier: 'CUSTOM', entitlements: '["scores"]' });
    }),
  },
  {
    title: 'Use a key that was revoked, after putting its older row back, in a process that starts',
    ...KEYS,
    prepare: async (desk) => {
      await revokedAndPutBack(desk, await twoKeys(desk));
      return {};
    },
  },
  {
    title: 'Use a key that was revoked, after putting its older row back, in a process that runs',
    ...KEYS,
    otherwise: ['outcome', usedWhileRunning],
    leaves: [
      'workspaces',
      'workspace_secrets',
      'claims',
      'members',
      'member_tokens',
      'terms_acceptances',
      'api_keys',
      'audit',
    ],
  },
];
