// The members of a workspace: the list, and one member at its side.

import { useState } from 'react';
import { useList } from '../../api/acts.ts';
import { Register } from '../../frame/register.tsx';
import { type SearchOf, usePageSearch } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { orAll } from '../../ui/filters.tsx';
import { date, plural, roleName } from '../../ui/format.ts';
import { State, type StateKind } from '../../ui/state.tsx';
import type { Column } from '../../ui/table.tsx';
import { IfMay, WhoMay } from '../person.tsx';
import { activeTokens, type Member, ROLES } from './member.tsx';
import { InviteMember } from './member-acts.tsx';
import { MemberPanel } from './member-panel.tsx';

/** Others claim invitations meanwhile. */
const EVERY_MS = 15_000;

export function Members() {
  const members = useList('members.list', { all: true, limit: 1000 }, { everyMs: EVERY_MS });
  const searching = usePageSearch('/console/$workspace/members');
  const [isInviting, setInviting] = useState(false);
  const all = members.entries;
  return (
    <>
      <Register
        title="Members"
        note={all === undefined ? '' : noteOf(all)}
        act={
          <IfMay act="members.invite">
            <Button kind="primary" onPress={() => setInviting(true)}>
              Invite
            </Button>
          </IfMay>
        }
        what="member"
        pages={{ ...members, entries: all?.filter((member) => matches(member, searching.search)) }}
        all={all}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        labelOf={({ name }) => `Show ${name}`}
        searching={searching}
        openIn="open"
        filters={{
          text: 'Name or address',
          role: {
            label: 'Role',
            options: orAll(Object.fromEntries(ROLES.map((role) => [role, roleName(role)]))),
          },
          state: { label: 'State', options: { members: 'members', removed: 'removed', all: 'all' } },
        }}
        empty={null}
        isEmpty={false}
        above={<WhoMay act="members.invite" doing="manage members" />}
        panel={(open, onClose) => <MemberPanel key={open.id} member={open} onClose={onClose} />}
      />
      {isInviting ? <InviteMember onClose={() => setInviting(false)} /> : null}
    </>
  );
}

function matches(member: Member, { text, role, state }: SearchOf<'/console/$workspace/members'>): boolean {
  const wanted = text.toLowerCase();
  const isFound = [member.name, member.email ?? member.invitation?.email ?? ''].some((one) =>
    one.toLowerCase().includes(wanted),
  );
  const hasState = state === 'all' || (member.removed_at !== null) === (state === 'removed');
  return isFound && hasState && (role === '' || member.role === role);
}

function noteOf(all: readonly Member[]): string {
  const present = all.filter(({ removed_at }) => removed_at === null);
  const waiting = present.filter(({ invitation }) => invitation !== null).length;
  const people = plural(present.length, 'member');
  return waiting === 0 ? people : `${people} · ${plural(waiting, 'invitation')} waiting`;
}

const COLUMNS: Column<Member>[] = [
  { head: 'Name', text: ({ name }) => name },
  { head: 'Role', isFixed: true, isMinor: true, text: ({ role }) => roleName(role) },
  {
    head: 'Signs in as',
    isMinor: true,
    text: ({ email, invitation }) => email ?? invitation?.email ?? null,
    cell: ({ email, invitation }) =>
      email ?? <span className="muted">{invitation === null ? 'does not sign in' : invitation.email}</span>,
  },
  { head: 'Tokens', isFigure: true, isMinor: true, text: (member) => activeTokens(member).length },
  { head: 'Since', isFixed: true, isMinor: true, isExtra: true, text: ({ created_at }) => date(created_at) },
  {
    head: 'State',
    isFixed: true,
    cell: (member) => <State kind={stateOf(member).kind}>{stateOf(member).words}</State>,
    text: (member) => stateOf(member).words,
  },
];

function stateOf({ removed_at, invitation }: Member): { kind: StateKind; words: string } {
  if (removed_at !== null) return { kind: 'off', words: 'removed' };
  if (invitation === null) return { kind: 'good', words: 'active' };
  return { kind: 'waiting', words: invitation.claimed_at === null ? 'invited' : 'to be confirmed' };
}
