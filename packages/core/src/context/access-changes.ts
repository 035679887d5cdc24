// Which keys and workspaces changed, and when: so that a process reads those again and no others.

import type { Writes } from '../store/store.ts';

/** `subject` is that of the audit record: keys/{id} or workspaces/{id}. */
export async function markAccessChange(writes: Writes, subject: string, version: number): Promise<void> {
  const [kind, id = ''] = subject.split('/', 2);
  const table = kind === 'keys' ? 'api_keys' : kind === 'workspaces' ? 'workspaces' : null;
  if (table === null) throw new Error(`Access changes with a key or a workspace, not with ${subject}.`);
  await writes.updateTable(table).set({ access_version: version }).where('id', '=', id).execute();
}
