// Further tokens of a workspace's people, and the end of tokens. The first one comes with the person.

import { type Desk, Refusal, recordAct } from '../publishing/desk.ts';
import type { IssuedToken } from '../publishing/staff.ts';
import { memberNamed, requireContractAdminLeft } from './member-list.ts';
import { actingMember, type Member, subjectOf, writeMemberToken } from './members.ts';

export function issueMemberToken(desk: Desk, member: Member, idOrName: string): Promise<IssuedToken> {
  return desk.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'contract_admin');
    const { id } = await memberNamed(writes, workspace.id, idOrName);
    const issued = await writeMemberToken(desk, writes, id);
    const token = issued.prefix;
    await recordAct(desk, writes, member, 'member.token_issued', subjectOf(issued), null, { token });
    return issued;
  });
}

/** By the prefix that lists show. */
export function revokeMemberToken(desk: Desk, member: Member, prefix: string): Promise<void> {
  return desk.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'contract_admin');
    const found = await writes
      .selectFrom('member_tokens')
      .innerJoin('members', 'members.id', 'member_tokens.member_id')
      .select(['token_hash', 'member_id'])
      .where('prefix', '=', prefix)
      .where('workspace_id', '=', workspace.id)
      .where('revoked_at', 'is', null)
      .execute();
    if (found.length === 0)
      throw new Refusal('not_found', `No token that is in force begins with ${prefix}.`);
    const revoked_at = desk.clock();
    for (const { token_hash, member_id: id } of found) {
      await writes
        .updateTable('member_tokens')
        .set({ revoked_at })
        .where('token_hash', '=', token_hash)
        .execute();
      const before = { token: prefix };
      await recordAct(desk, writes, member, 'member.token_revoked', subjectOf({ id }), before, null);
    }
    await requireContractAdminLeft(writes, workspace.id);
  });
}
