// The register of workspaces: customers, what they may read, and whether they can.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { TIERS, type Tier } from '@rf-indicators/contract/tiers';
import { useState } from 'react';
import { useList } from '../../../api/acts.ts';
import { Register } from '../../../frame/register.tsx';
import { Title } from '../../../frame/title.tsx';
import { usePageSearch } from '../../../pages.ts';
import { ActDialog, textOf } from '../../../ui/act-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { date, tierName } from '../../../ui/format.ts';
import { Day } from '../../../ui/instant.tsx';
import type { Column } from '../../../ui/table.tsx';
import { notAllowedUnless } from '../../allowed.ts';
import { useStaff } from '../../staff.ts';
import { ClaimCode } from './claim-code.tsx';
import { TierFields, tierOf } from './tier-fields.tsx';
import { stateOf, type Workspace } from './workspace.ts';
import { WorkspacePanel } from './workspace-panel.tsx';

export function Workspaces() {
  const notAllowed = notAllowedUnless(useStaff(), ['operator']);
  return notAllowed === null ? <AllWorkspaces /> : <OnlyFor title="Workspaces" notAllowed={notAllowed} />;
}

function AllWorkspaces() {
  const searching = usePageSearch('/desk/workspaces');
  const { search, set } = searching;
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<AnswerOf<'workspaces.create'> | null>(null);
  const pages = useList('workspaces.list', filterOf(search));
  return (
    <>
      <Register
        title="Workspaces"
        note="Customers, oldest first"
        act={
          <Button kind="primary" onPress={() => setCreating(true)}>
            Create workspace
          </Button>
        }
        what="workspace"
        pages={pages}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        labelOf={({ name }) => `Show ${name}`}
        searching={searching}
        openIn="open"
        filters={{
          text: 'Name',
          tier: {
            label: 'Tier',
            options: { '': 'all', ...Object.fromEntries(TIERS.map((tier) => [tier, tierName(tier)])) },
          },
          state: { label: 'State', options: { '': 'all', suspended: 'suspended', working: 'not suspended' } },
        }}
        empty="No customer has a workspace yet. Create one, and give its claim code to the customer."
        panel={(workspace, onClose) => (
          <WorkspacePanel key={workspace.id} workspace={workspace} onClose={onClose} />
        )}
      />
      {isCreating ? (
        <ActDialog
          act="workspaces.create"
          changes={['workspaces']}
          title="Create a workspace"
          submit="Create workspace"
          busy="Creating…"
          fields={(about) => (
            <>
              <TextField
                name="name"
                label="Name of the customer"
                error={about('name')}
                required
                maxLength={120}
                autoFocus
              />
              <TierFields about={about} />
            </>
          )}
          inputOf={(form) => ({ name: textOf(form, 'name') ?? '', ...tierOf(form) })}
          onDone={(answer) => {
            setCreating(false);
            setCreated(answer);
          }}
          onClose={() => setCreating(false)}
        />
      ) : null}
      {created === null ? null : (
        <ClaimCode
          name={created.workspace.name}
          code={created.claim_code}
          expiresAt={created.claim_expires_at}
          onClose={() => {
            set({ open: created.workspace.id });
            setCreated(null);
          }}
        />
      )}
    </>
  );
}

type Search = Record<'text' | 'tier' | 'state', string>;

function filterOf({ text, tier, state }: Search): InputOf<'workspaces.list'> {
  return {
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(TIERS.includes(tier as Tier) ? { tier: tier as Tier } : {}),
    ...(state === '' ? {} : { suspended: state === 'suspended' }),
  };
}

const COLUMNS: Column<Workspace>[] = [
  { head: 'Name', text: ({ name }) => name },
  { head: 'Tier', isFixed: true, isMinor: true, text: ({ tier }) => tierName(tier) },
  {
    head: 'Agent pilot',
    isFixed: true,
    isMinor: true,
    cell: ({ pilot_enabled_at }) => (pilot_enabled_at === null ? <span className="muted">no</span> : 'yes'),
    text: ({ pilot_enabled_at }) => (pilot_enabled_at === null ? 'no' : 'yes'),
  },
  {
    head: 'Created',
    isFixed: true,
    isMinor: true,
    cell: ({ created_at }) => <Day at={created_at} />,
    text: ({ created_at }) => date(created_at),
  },
  {
    head: 'Claimed',
    isFixed: true,
    isMinor: true,
    isExtra: true,
    cell: ({ claimed_at }) => (claimed_at === null ? 'not yet' : <Day at={claimed_at} />),
    text: ({ claimed_at }) => (claimed_at === null ? null : date(claimed_at)),
  },
  { head: 'State', isFixed: true, state: stateOf },
];

/** In place of a page that somebody's roles do not include. */
function OnlyFor({ title, notAllowed }: { title: string; notAllowed: string }) {
  return (
    <>
      <Title title={title} />
      <p className="plain">{`To see this page, ${notAllowed}. An operator can change roles, with a second person.`}</p>
    </>
  );
}
