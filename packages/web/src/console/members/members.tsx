// The members of a workspace: the list, and one member at its side.

import { useState } from 'react';
import { useList } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { Button } from '../../ui/button.tsx';
import { TableTools, useColumns } from '../../ui/column-choice.tsx';
import { NothingFound } from '../../ui/filters.tsx';
import { List } from '../../ui/list.tsx';
import { Split } from '../../ui/panel.tsx';
import { State, type StateKind } from '../../ui/state.tsx';
import type { Column } from '../../ui/table.tsx';
import { date, plural, roleName } from '../../ui/words.ts';
import { isContractAdmin, usePerson } from '../person.ts';
import { MemberFilters, matches, useMemberSearch } from './filters.tsx';
import { InviteMember } from './invite-member.tsx';
import { activeTokens, type Member, ONLY_ADMINS } from './member.ts';
import { MemberPanel } from './member-panel.tsx';
import { OnlyAdmins } from './only-admins.tsx';

/** Others claim invitations meanwhile. */
const EVERY_MS = 15_000;

export function Members() {
  const may = isContractAdmin(usePerson());
  const members = useList('members.list', { all: true, limit: 1000 }, { everyMs: EVERY_MS });
  const filters = useMemberSearch();
  const [isInviting, setInviting] = useState(false);
  const all = members.entries;
  const columns = useColumns('members', COLUMNS);
  const shown = all?.filter((member) => matches(member, filters.search));
  const openId = filters.search.open;
  const open = all?.find(({ id }) => id === openId);
  return (
    <>
      <Split
        list={
          <>
            <Title
              title="Members"
              note={all === undefined ? '' : noteOf(all)}
              act={
                <Button
                  kind="primary"
                  notAllowed={may ? null : ONLY_ADMINS}
                  onPress={() => setInviting(true)}
                >
                  Invite
                </Button>
              }
            />
            <MemberFilters
              {...filters}
              aside={<TableTools columns={columns} rows={shown} file="members" />}
            />
            <List
              label="Members"
              pages={{ ...members, entries: shown }}
              columns={columns.shown}
              keyOf={({ id }) => id}
              empty={
                <NothingFound
                  what="No member matches these filters."
                  onClear={() => filters.set({ text: '', role: '', state: 'members' })}
                />
              }
              open={{
                isOpen: ({ id }) => id === openId,
                onOpen: ({ id }) => filters.set({ open: id === openId ? '' : id }),
                label: ({ name }) => `Show ${name}`,
              }}
            />
            {may ? null : <OnlyAdmins />}
          </>
        }
        panel={
          open === undefined ? null : (
            <MemberPanel key={open.id} member={open} onClose={() => filters.set({ open: '' })} />
          )
        }
      />
      {isInviting ? <InviteMember onClose={() => setInviting(false)} /> : null}
    </>
  );
}

function noteOf(all: readonly Member[]): string {
  const present = all.filter(({ removed_at }) => removed_at === null);
  const waiting = present.filter(({ invitation }) => invitation !== null).length;
  const people = plural(present.length, 'member');
  return waiting === 0 ? people : `${people} · ${plural(waiting, 'invitation')} waiting`;
}

const COLUMNS: Column<Member>[] = [
  { head: 'Name', cell: ({ name }) => name, text: ({ name }) => name },
  {
    head: 'Role',
    isFixed: true,
    isMinor: true,
    cell: ({ role }) => roleName(role),
    text: ({ role }) => roleName(role),
  },
  {
    head: 'Signs in as',
    isMinor: true,
    text: ({ email, invitation }) => email ?? invitation?.email ?? null,
    cell: ({ email, invitation }) =>
      email ?? <span className="muted">{invitation === null ? 'does not sign in' : invitation.email}</span>,
  },
  {
    head: 'Tokens',
    isFigure: true,
    isMinor: true,
    cell: (member) => activeTokens(member).length,
    text: (member) => activeTokens(member).length,
  },
  {
    head: 'Since',
    isFixed: true,
    isMinor: true,
    isExtra: true,
    cell: ({ created_at }) => date(created_at),
    text: ({ created_at }) => date(created_at),
  },
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
