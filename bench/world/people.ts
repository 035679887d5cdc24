// The people of a generated world whose store was closed and opened again: staff, and the admins of its workspaces.

import { listMembers } from '@rf-indicators/core/accounts/member-list';
import { findMember, type Member } from '@rf-indicators/core/accounts/members';
import { findWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Queries } from '@rf-indicators/core/store/store';
import type { DemoPeople } from '../../packages/server/src/demo/founding.ts';
import { PEOPLE } from '../../packages/server/src/demo/story.ts';

export async function readPeople(db: Queries): Promise<DemoPeople> {
  const rows = await db.selectFrom('staff').select(['id', 'name']).execute();
  const person = (role: keyof typeof PEOPLE): Actor => {
    const { name, roles } = PEOPLE[role];
    return { id: rows.find((row) => row.name === name)!.id, name, roles };
  };
  const reviewer = person('reviewer');
  return {
    ...{ analyst: person('analyst'), reviewer, secondReviewer: reviewer },
    ...{ operator: person('operator'), officer: person('officer') },
  };
}

/** The Contract Admin of a workspace, by its number. */
export async function adminOf(db: Queries, number: number): Promise<Member> {
  const workspace = (await findWorkspace(db, `Workspace ${number}`))!;
  const [admin] = await listMembers(db, workspace.id);
  return (await findMember(db, admin!.id))!;
}
