// Secrets that are shown once, and were lost with the connection: the server repeats its answer without them.

import type { Act, ActName } from '@rf-indicators/contract/acts';
import { EXIT } from '../terminal.ts';
import { ServerError } from './server-error.ts';

const SECRET_OF_ENDPOINT =
  'Create another: rf webhooks rotate-secret ENDPOINT --end-overlap, then rf webhooks rotate-secret ENDPOINT';

/** What to do about it, with the answer of the act. */
const REMEDIES: { [Name in ActName]?: (answer: Record<string, unknown>) => string } = {
  'keys.create': ({ id }) => `Revoke this key, then create another: rf keys revoke ${id}`,
  'keys.rotate': ({ id }) => `Rotate the new key: rf keys rotate ${id} --grace-hours 0`,
  'members.add': ({ id }) => `Issue another token: rf members token ${id}`,
  'members.issue_token': ({ prefix }) => `Revoke it, then issue another: rf members revoke-token ${prefix}`,
  'staff.invite': ({ id }) => `Invite the person again: rf staff invite-again ${id}`,
  'staff.invite_again': ({ id }) => `Invite the person once more: rf staff invite-again ${id}`,
  'staff.claim': () => 'Ask whoever invited you to invite you again.',
  'staff.rotate_token': () => 'Ask an operator to invite you again: rf staff invite-again',
  'webhooks.give_secret': () => SECRET_OF_ENDPOINT,
  'webhooks.rotate_secret': () => SECRET_OF_ENDPOINT,
  'workspaces.create': ({ workspace }) =>
    `Issue another claim code: rf workspaces new-claim-code ${(workspace as { id: string }).id}`,
  'workspaces.issue_claim_code': () => 'Issue another claim code: rf workspaces new-claim-code WORKSPACE',
  'workspaces.claim': () => 'Ask the operator of the service to let you in: rf sign-ins recover',
  'workspaces.rotate_secret': () =>
    'Create another: rf workspaces rotate-secret --end-overlap, then rf workspaces rotate-secret',
};

/** Null if the answer has everything that it should. */
export function lostSecret(name: ActName, { secrets = [] }: Act, answer: unknown): ServerError | null {
  if (!secrets.some((pointer) => valueAt(answer, pointer) === null)) return null;
  const remedy = REMEDIES[name]?.(answer as Record<string, unknown>) ?? 'Repeat it to get another.';
  return new ServerError(
    EXIT.no,
    `It was done (${name}), but the connection broke before the answer arrived, and what it shows once is lost. ${remedy}`,
  );
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, name) => (parent as Record<string, unknown> | null)?.[name] ?? null, value);
}
