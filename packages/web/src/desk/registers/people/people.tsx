// The register of the staff: who they are, what they may do, and what waits for a second person.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useList, useRead } from '../../../api/acts.ts';
import { Register } from '../../../frame/register.tsx';
import { usePageSearch } from '../../../pages.ts';
import { ActDialog, textOf } from '../../../ui/act-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { date, roleName } from '../../../ui/format.ts';
import { Ago } from '../../../ui/instant.tsx';
import type { Column } from '../../../ui/table.tsx';
import { notAllowedUnless } from '../../allowed.ts';
import { useStaff } from '../../staff.ts';
import { FoundingLine } from './founding-line.tsx';
import { activeTokens, MANAGERS, ROLES, type StaffMember, stateOf } from './person.ts';
import { InvitationCode, RoleFields, rolesOf } from './person-dialog.tsx';
import { PersonPanel } from './person-panel.tsx';

export function People() {
  const searching = usePageSearch('/desk/staff');
  const { search, set } = searching;
  const [isInviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<AnswerOf<'staff.invite'> | null>(null);
  const notAllowed = notAllowedUnless(useStaff(), MANAGERS);
  const pages = useList('staff.list', { all: true, limit: 1000 });
  const first = useRead('staff.list', { limit: 1 });
  const founding = first.data?.founding;
  const shown = { ...pages, entries: pages.entries?.filter((person) => matches(person, search)) };
  const able = pages.entries?.filter((person) => person.able).length;
  return (
    <>
      <Register
        title="Staff"
        note={able === undefined ? '' : `${able} can act as second person`}
        act={
          <Button kind="primary" notAllowed={notAllowed} onPress={() => setInviting(true)}>
            Invite a person
          </Button>
        }
        above={
          founding !== undefined ? (
            <FoundingLine founding={founding} notAllowed={notAllowed} />
          ) : first.error === null ? (
            <div aria-busy="true" />
          ) : null
        }
        what="person"
        pages={shown}
        all={pages.entries}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        labelOf={({ name }) => `Show ${name}`}
        searching={searching}
        openIn="open"
        filters={{
          text: 'Name',
          role: {
            label: 'Role',
            options: { '': 'all', ...Object.fromEntries(ROLES.map((role) => [role, roleName(role)])) },
          },
          state: { label: 'State', options: { '': 'on the staff', retired: 'retired', all: 'all' } },
        }}
        empty="Nobody is on the staff."
        panel={(person, onClose) => <PersonPanel key={person.id} member={person} onClose={onClose} />}
      />
      {isInviting ? (
        <ActDialog
          act="staff.invite"
          changes={['staff']}
          title="Invite a person to the staff"
          lead="They claim the invitation with a code that is shown once. Somebody who did not see it confirms them."
          submit="Invite"
          busy="Inviting…"
          fields={(about) => (
            <>
              <TextField name="name" label="Name" error={about('name')} required maxLength={120} autoFocus />
              <RoleFields error={about('roles')} />
            </>
          )}
          inputOf={(form) => ({ name: textOf(form, 'name') ?? '', roles: rolesOf(form) })}
          onDone={(answer) => {
            setInviting(false);
            setInvited(answer);
          }}
          onClose={() => setInviting(false)}
        />
      ) : null}
      {invited === null ? null : (
        <InvitationCode
          invitation={invited}
          onClose={() => {
            set({ open: invited.id });
            setInvited(null);
          }}
        />
      )}
    </>
  );
}

type Search = Record<'text' | 'role' | 'state', string>;

/** The staff is small: the page has all of it. */
function matches({ name, roles, status }: StaffMember, { text, role, state }: Search): boolean {
  const hasState = state === 'all' || (status === 'retired') === (state === 'retired');
  const isNamed = name.toLowerCase().includes(text.trim().toLowerCase());
  return hasState && isNamed && (role === '' || (roles as string[]).includes(role));
}

const COLUMNS: Column<StaffMember>[] = [
  { head: 'Name', text: ({ name }) => name },
  { head: 'Roles', isMinor: 'plain', text: ({ roles }) => roles.map(roleName).join(', ') },
  {
    head: 'Signs in',
    isFixed: true,
    isMinor: true,
    cell: ({ sign_in }) =>
      sign_in === null ? (
        <span className="muted">with a token only</span>
      ) : sign_in.last_used_at === null ? (
        'not yet'
      ) : (
        <Ago at={sign_in.last_used_at} />
      ),
    text: ({ sign_in }) => (sign_in === null ? null : date(sign_in.last_used_at ?? sign_in.since)),
  },
  { head: 'Tokens', isFigure: true, isMinor: true, text: (person) => activeTokens(person).length },
  { head: 'Since', isFixed: true, isMinor: true, isExtra: true, text: ({ created_at }) => date(created_at) },
  { head: 'State', isFixed: true, state: stateOf },
];
