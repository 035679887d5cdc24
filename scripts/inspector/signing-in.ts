// Attempts with a new password or a link to the OIDC provider that waits for a second person.

import { mayUse, settleServers } from '@rf-indicators/core/accounts/sign-in-servers';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { claimSignIn, confirmSignIn, requestReset, resetPassword } from '@rf-indicators/core/identity/claims';
import { inviteStaffToSignIn } from '@rf-indicators/core/identity/invitations';
import { hashPassword } from '@rf-indicators/core/identity/passwords';
import { accountAt, beginLink } from '@rf-indicators/core/identity/provider-links';
import { CHEAP_COST } from '../../test/support/cheap-passwords.ts';
import type { Attempt, Things } from './attempt.ts';
import { MAIL, OWN_MAIL } from './combining.ts';
import type { Desk } from './desk.ts';
import { changed, written } from './written-rows.ts';

const PROVIDER = { address: 'https://issuer.example', used_as: 'desk' };
const OWN_PROVIDER = { address: 'https://own.example', used_as: 'desk' };
const OWN = { mail: OWN_MAIL, provider: OWN_PROVIDER };
const EMAIL = 'reviewer@example.com';
const PASSWORD = 'marmalade tractor violet';
const OTHER_PASSWORD = 'seven quiet lanterns';
const NOT_OPEN = 'There is no open invitation with this id.';

/** The reviewer signs in with an address, through servers that the store has confirmed. */
async function withSignIn({ context, people }: Desk): Promise<string> {
  await settleServers(context, { mail: MAIL, provider: PROVIDER }, { isService: true });
  const { operator, reviewer, officer } = people;
  const wanted = { person: reviewer.actor.name, email: EMAIL };
  const { code, id } = await inviteStaffToSignIn(context, operator.actor, wanted);
  const { check } = await claimSignIn(context, { code, password: PASSWORD }, CHEAP_COST);
  await confirmSignIn(context, officer.actor, { invitation: id, check: check! });
  const { id: user } = await context.store.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow();
  return user;
}

/** A new password of the reviewer, who has a passkey, chosen with the link of a mail. */
async function waitingReset(desk: Desk): Promise<Things> {
  await addPasskey(desk, await withSignIn(desk));
  const { code, id } = (await requestReset(desk.context, EMAIL))!;
  const reset = { code: code!, password: OTHER_PASSWORD };
  const { check } = await resetPassword(desk.context, reset, CHEAP_COST);
  return { invitation: id, check: check! };
}

async function addPasskey({ context }: Desk, user_id: string): Promise<void> {
  const passkey = {
    ...{ id: context.newId(), user_id, name: null, public_key: 'a key', credential_id: 'a passkey' },
    ...{ counter: 0, device_type: 'singleDevice', backed_up: 0, transports: null, aaguid: null },
    created_at: context.clock(),
  };
  await context.store.transaction((writes) => writes.insertInto('user_passkeys').values(passkey).execute());
}

/** An account of the reviewer at the provider. */
async function waitingLink(desk: Desk): Promise<Things> {
  const userId = await withSignIn(desk);
  const accountId = accountAt(PROVIDER.address, 'reviewer');
  const link = await beginLink(desk.context, { userId, accountId, signedInAs: userId });
  if (link.state !== 'waits') throw new Error(`the link should wait, and is ${link.state}`);
  const { id } = await desk.context.store.db
    .selectFrom('sign_in_invitations')
    .select('id')
    .where('kind', '=', 'link')
    .executeTakeFirstOrThrow();
  return { invitation: id, check: link.check };
}

async function replaceServer(desk: Desk, kind: 'mail' | 'provider'): Promise<void> {
  const { request } = await desk.perform('operator', 'servers.set', { kind, ...OWN[kind] });
  await desk.perform('officer', 'requests.approve', { request: request! });
}

function confirming(title: string, prepare: NonNullable<Attempt['prepare']>): Attempt {
  return {
    title,
    by: 'insider',
    prepare,
    act: ['sign_ins.confirm', (_, { invitation, check }) => ({ invitation, check })],
    command: (_, { invitation, check }) => ['sign-ins', 'confirm', invitation!, '--check', check!],
    refusal: NOT_OPEN,
  };
}

function elsewhere(
  title: string,
  kind: 'mail' | 'provider',
  prepare: NonNullable<Attempt['prepare']>,
  refusal: string,
): Attempt {
  const use = async ({ context }: Desk) => {
    if (!(await mayUse(context, kind, OWN))) throw new Refusal('conflict', refusal);
  };
  return { title, by: 'nobody', prepare, otherwise: ['outcome', use], refusal };
}

const isWaiting = (_: Desk, { invitation }: Things) => ({ id: invitation });

export const SIGNING_IN: Attempt[] = [
  confirming(
    'Confirm a new password that has waited since before two people replaced the mail server',
    async (desk) => {
      const waiting = await waitingReset(desk);
      await replaceServer(desk, 'mail');
      return waiting;
    },
  ),
  confirming(
    'Confirm a link that has waited since before two people replaced the OIDC provider',
    async (desk) => {
      const waiting = await waitingLink(desk);
      await replaceServer(desk, 'provider');
      return waiting;
    },
  ),
  confirming(
    'Confirm a new password that waits, after writing the hash of another one into the database',
    written(
      changed('sign_in_invitations', isWaiting, async () => ({
        password: await hashPassword('a password of the forger', CHEAP_COST),
      })),
      waitingReset,
    ),
  ),
  confirming(
    'Confirm a link that waits, after writing an account at an own provider into the database',
    written(
      changed('sign_in_invitations', isWaiting, { account_id: accountAt(OWN_PROVIDER.address, 'reviewer') }),
      waitingLink,
    ),
  ),
  elsewhere(
    'Sign in through an own OIDC provider, set while the link of a colleague waits',
    'provider',
    waitingLink,
    'No sign-in with this provider is accepted.',
  ),
  elsewhere(
    'Have the reset of a colleague mailed through an own server, set while another waits',
    'mail',
    waitingReset,
    'No mail is sent through this server.',
  ),
];
