// When the activation of a policy takes two people: always, if the workspace chose that, or only for new exceptions.

import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import { actingMember, type Member } from '../accounts/members.ts';
import { subjectOf } from '../accounts/workspaces.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { provedRow, wasRecorded } from '../store/records/proved.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { moveTopic } from '../store/topics.ts';
import { namesOfMembers } from './member-names.ts';

export type PolicySettings = DomainAnswerOf<'policies.settings'>;

type SettingsRow = Database['policy_settings'];

export async function readSettings(db: Queries | Writes, workspaceId: string): Promise<PolicySettings> {
  const row = await settingsRow(db, workspaceId);
  const names = await namesOfMembers(db, workspaceId);
  const ending_asked_by = row?.ending_asked_by ?? null;
  return {
    second_person: (await isFourEyes(db, workspaceId, row)) ? 'always' : 'for_exceptions',
    ending_asked_by,
    ending_asked_by_name: names.get(ending_asked_by) ?? null,
    changed_at: row?.changed_at ?? null,
    changed_by_name: names.get(row?.changed_by ?? null) ?? null,
  };
}

/** Whether every activation takes two people. */
export async function needsFourEyes(db: Queries | Writes, workspaceId: string): Promise<boolean> {
  return isFourEyes(db, workspaceId, await settingsRow(db, workspaceId));
}

/** A row that somebody else removed or changed makes nothing less strict. */
async function isFourEyes(
  db: Queries | Writes,
  workspace_id: string,
  row: SettingsRow | undefined,
): Promise<boolean> {
  return row === undefined ? wasRecorded(db, 'policy_settings', { workspace_id }) : row.needs_second === 1;
}

function settingsRow(db: Queries | Writes, workspaceId: string): Promise<SettingsRow | undefined> {
  return provedRow(db, 'policy_settings', () =>
    db.selectFrom('policy_settings').selectAll().where('workspace_id', '=', workspaceId).executeTakeFirst(),
  );
}

/** To choose `always` while its end waits for a second person takes that request back. */
export function changeSettings(
  context: Context,
  member: Member,
  { second_person }: DomainInputOf<'policies.change_settings'>,
): Promise<PolicySettings> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'policies.change_settings');
    // Others wait here, so that two do not add the first row.
    await moveTopic(writes, 'access');
    const row = await settingsRow(writes, workspace.id);
    const isOn = await isFourEyes(writes, workspace.id, row);
    const asker = row?.ending_asked_by ?? null;
    if (isOn === (second_person === 'always') && asker === null)
      throw new Refusal('conflict', 'This is how it is already.');
    const isEnding = second_person === 'for_exceptions';
    if (isEnding && asker === member.id)
      throw new Refusal('conflict', 'You asked for this yourself. Another person must confirm it.');
    const isAsking = isEnding && asker === null;
    const next: SettingsRow = {
      workspace_id: workspace.id,
      needs_second: isEnding && !isAsking ? 0 : 1,
      ending_asked_by: isAsking ? member.id : null,
      changed_at: context.clock(),
      changed_by: member.id,
    };
    await (row === undefined
      ? writes.insertInto('policy_settings').values(next)
      : writes.updateTable('policy_settings').set(next).where('workspace_id', '=', workspace.id)
    ).execute();
    const action = isAsking ? 'policy.settings_asked' : 'policy.settings_changed';
    await recordAct(context, writes, member, action, subjectOf(workspace), null, { second_person });
    return readSettings(writes, workspace.id);
  });
}
