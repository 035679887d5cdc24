// Issues further tokens to members and revokes tokens. Adding a member issues their first token.

import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { memberNamed, requireContractAdminLeft } from './member-list.ts';
import { actingMember, type Member, subjectOf, writeMemberToken } from './members.ts';
import type { IssuedToken } from './staff.ts';

export function issueMemberToken(context: Context, member: Member, idOrName: string): Promise<IssuedToken> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'members.issue_token');
    const { id } = await memberNamed(writes, workspace.id, idOrName);
    const issued = await writeMemberToken(context, writes, id);
    const token = issued.prefix;
    await recordAct(context, writes, member, 'member.token_issued', subjectOf(issued), null, { token });
    return issued;
  });
}

/** By its prefix, as lists show it. */
export function revokeMemberToken(context: Context, member: Member, prefix: string): Promise<void> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'members.revoke_token');
    const found = await writes
      .selectFrom('member_tokens')
      .innerJoin('members', 'members.id', 'member_tokens.member_id')
      .select(['token_hash', 'member_id'])
      .where('prefix', '=', prefix)
      .where('workspace_id', '=', workspace.id)
      .where('revoked_at', 'is', null)
      .execute();
    if (found.length === 0) throw new Refusal('not_found', `No active token begins with ${prefix}.`);
    const revoked_at = context.clock();
    for (const { token_hash, member_id: id } of found) {
      await writes
        .updateTable('member_tokens')
        .set({ revoked_at })
        .where('token_hash', '=', token_hash)
        .execute();
      const before = { token: prefix };
      await recordAct(context, writes, member, 'member.token_revoked', subjectOf({ id }), before, null);
    }
    await requireContractAdminLeft(writes, workspace.id);
  });
}
