// When a key was last used, and whether another can be created.

import { useRead } from '../../api/acts.ts';
import { plural } from '../../ui/format.ts';
import { Ago } from '../../ui/instant.tsx';
import { useWhoMay } from '../person.tsx';
import type { Key } from './key-state.ts';

/** What a person wants to know before they end a key. */
export function LastUse({ apiKey: { last_used_at, requests_24h } }: { apiKey: Key }) {
  if (last_used_at === null) return 'It has not been used yet.';
  return (
    <>
      Last use: <Ago at={last_used_at} />, with {plural(requests_24h, 'request')} in 24 hours.
    </>
  );
}

/** Why no key can be created: what is missing, and who can do it. Null if one can be, and undefined until it is known. */
export function useKeyCondition(): string | null | undefined {
  const { data: workspace, isPending } = useRead('workspaces.show', {});
  const whoCreates = useWhoMay('keys.create', 'create and change keys');
  const whoAccepts = useWhoMay('terms.accept', 'accept them');
  if (whoCreates !== null) return whoCreates;
  if (workspace === undefined) return isPending ? undefined : null;
  if (workspace.suspended_at !== null) return 'The workspace is suspended: no key can be created.';
  if (workspace.tier === 'FREE')
    return 'A Free workspace has no keys. Ask the operator of this service for a contract.';
  const terms = workspace.terms.find(({ kind }) => kind === 'api')!;
  if (terms.accepted_at !== null) return null;
  if (whoAccepts === undefined) return undefined;
  return whoAccepts === null
    ? `Accept the API terms ${terms.version} first, on the page Terms.`
    : `The API terms ${terms.version} are not accepted yet. ${whoAccepts}`;
}
