// A key as the list has it: whether it has ended, when it was last used, and whether another can be created.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useRead } from '../../api/acts.ts';
import { plural } from '../../ui/format.ts';
import { Ago } from '../../ui/instant.tsx';
import { mayManageKeys, useContractAdmins, usePerson } from '../person.ts';

export type Key = AnswerOf<'keys.list'>['data'][number];

export function isEnded({ revoked_at, expires_at }: Key, now: number): boolean {
  return revoked_at !== null || (expires_at !== null && expires_at <= now);
}

/** What a person wants to know before they end a key. */
export function LastUse({ apiKey: { last_used_at, requests_24h } }: { apiKey: Key }) {
  if (last_used_at === null) return 'It has not been used yet.';
  return (
    <>
      Last use: <Ago at={last_used_at} />, with {plural(requests_24h, 'request')} in 24 hours.
    </>
  );
}

/** Why no key can be created: what is missing, and who can do it. Null if one can be, as far as this page knows. */
export function useKeyCondition(): string | null {
  const person = usePerson();
  const { data: workspace } = useRead('workspaces.show', {});
  const isAdmin = person.roles.includes('contract_admin');
  const admins = useContractAdmins(!isAdmin);
  if (!mayManageKeys(person))
    return 'Viewers cannot create keys. Ask a developer or a Contract Admin of the workspace.';
  if (workspace === undefined) return null;
  if (workspace.suspended_at !== null) return 'The workspace is suspended: no key can be created.';
  if (workspace.tier === 'FREE')
    return 'A Free workspace has no keys. Ask the operator of this service for a contract.';
  const terms = workspace.terms.find(({ kind }) => kind === 'api')!;
  if (terms.accepted_at !== null) return null;
  return isAdmin
    ? `Accept the API terms ${terms.version} first, on the page Terms.`
    : `The API terms ${terms.version} are not accepted yet. ${admins ?? 'A Contract Admin'} can accept them.`;
}
