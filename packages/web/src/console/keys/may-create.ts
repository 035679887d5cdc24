// Why no key can be created, in words: what is missing, and who can do it.

import { useRead } from '../../api/acts.ts';
import { useContractAdmins } from '../contract-admins.ts';
import { mayManageKeys, usePerson } from '../person.ts';

/** Null if a key can be created, as far as this page knows. */
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
