// The members of a workspace: the list, and one member at its side.

import { useState } from 'react';
import { useList } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { Button } from '../../ui/button.tsx';
import { NothingFound } from '../../ui/filters.tsx';
import { List } from '../../ui/list.tsx';
import { Split } from '../../ui/panel.tsx';
import { State } from '../../ui/state.tsx';
import type { Column } from '../../ui/table.tsx';
import { date, plural, roleName } from '../../ui/words.ts';
import { isContractAdmin, usePerson } from '../person.ts';
import { MemberFilters, matches, useMemberSearch } from './filters.tsx';
import { InviteMember } from './invite-member.tsx';
import { activeTokens, type Member, ONLY_ADMINS } from './member.ts';
import { MemberPanel } from './member-panel.tsx';
import styles from './members.module.css';

/** Others claim invitations meanwhile. */
const EVERY_MS = 15_000;

export function Members() {
  const may = isContractAdmin(usePerson());
  const members = useList('members.list', { all: true, limit: 1000 }, { everyMs: EVERY_MS });
  const filters = useMemberSearch();
  const [openId, setOpenId] = useState<string | null>(null);
  const [isInviting, setInviting] = useState(false);
  const all = members.entries;
  const open = all?.find(({ id }) => id === openId);
  return (
    <>
      <Split
        list={
          <>
            <Title
              title="Members"
              note={all === undefined ? undefined : noteOf(all)}
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
            <MemberFilters {...filters} />
            <List
              label="Members"
              pages={{ ...members, entries: all?.filter((member) => matches(member, filters.search)) }}
              columns={COLUMNS}
              keyOf={({ id }) => id}
              empty={
                <NothingFound
                  what="No member matches these filters."
                  onClear={() => filters.set({ text: '', role: '', state: 'members' })}
                />
              }
              open={{
                isOpen: ({ id }) => id === openId,
                onOpen: ({ id }) => setOpenId(id === openId ? null : id),
                label: ({ name }) => `Show ${name}`,
              }}
            />
            {may ? null : (
              <p className={styles.note}>
                You see the members and cannot change them: only a Contract Admin manages members.
              </p>
            )}
          </>
        }
        panel={
          open === undefined ? null : (
            <MemberPanel key={open.id} member={open} onClose={() => setOpenId(null)} />
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
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Role', isFixed: true, isMinor: true, cell: ({ role }) => roleName(role) },
  {
    head: 'Signs in as',
    isMinor: true,
    cell: ({ email, invitation }) =>
      email ?? <span className="muted">{invitation === null ? 'does not sign in' : invitation.email}</span>,
  },
  {
    head: 'Tokens',
    isFigure: true,
    isMinor: true,
    cell: (member) => activeTokens(member).length,
  },
  { head: 'Since', isFixed: true, isMinor: true, isExtra: true, cell: ({ created_at }) => date(created_at) },
  { head: 'State', isFixed: true, cell: (member) => <MemberState member={member} /> },
];

function MemberState({ member: { removed_at, invitation } }: { member: Member }) {
  if (removed_at !== null) return <State kind="off">removed</State>;
  if (invitation === null) return <State kind="good">active</State>;
  return (
    <State kind="waiting">{invitation.claimed_at === null ? 'invited' : 'waits for you to confirm'}</State>
  );
}
