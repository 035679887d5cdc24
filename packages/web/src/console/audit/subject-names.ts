// The names of keys and endpoints, which records refer to by id.

import { useRead } from '../../api/acts.ts';
import type { NameOf } from '../../ui/audit-sentences.ts';

/** Of what still exists: a record says itself what was removed. */
export function useSubjectNames(): NameOf {
  const keys = useRead('keys.list', { all: true }).data?.data ?? [];
  const endpoints = useRead('webhooks.list', {}).data?.data ?? [];
  const names = new Map<string, string>([
    ...keys.map(({ id, name }) => [`keys/${id}`, name] as const),
    ...endpoints.map(({ id, url }) => [`webhooks/${id}`, new URL(url).host] as const),
  ]);
  return (subject) => names.get(subject);
}
