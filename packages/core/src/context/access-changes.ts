// Marks keys and workspaces whose access has changed, so that other processes reload only those rows.

import type { Writes } from '../store/store.ts';

/** `subject` is the subject of the audit record: keys/{id} or workspaces/{id}. */
export async function markAccessChange(writes: Writes, subject: string, version: number): Promise<void> {
  const [kind, id = ''] = subject.split('/', 2);
  const table = kind === 'keys' ? 'api_keys' : kind === 'workspaces' ? 'workspaces' : null;
  if (table === null)
    throw new Error(`The subject of an access change must be a key or a workspace, not ${subject}.`);
  await writes.updateTable(table).set({ access_version: version }).where('id', '=', id).execute();
}
