// The policies of a workspace: the list if there are several, and the page of one.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { onePage, useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { usePageSearch } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { date, plural } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import { type Column, NotApplicable } from '../../ui/table.tsx';
import { IfMay, WhoMay } from '../person.tsx';
import { NewPolicy } from './new-policy.tsx';
import { policyTitle, STATE_WORDS } from './policy.ts';
import { PolicyPage } from './policy-page.tsx';

type Listed = AnswerOf<'policies.list'>['data'][number];

export function Policies() {
  const policies = useRead('policies.list', {});
  const searching = usePageSearch('/console/$workspace/policies');
  const { search, set } = searching;
  const [isAdding, setAdding] = useState(false);
  const all = policies.data?.data;
  const name = search.policy !== '' ? search.policy : all?.length === 1 ? all[0]!.name : null;
  const add = (
    <IfMay act="policies.save">
      <Button kind={name === null ? 'primary' : 'quiet'} onPress={() => setAdding(true)}>
        New policy
      </Button>
    </IfMay>
  );
  return (
    <>
      {name !== null && search.list !== true ? (
        <PolicyPage key={name} name={name} searching={searching} others={all?.length ?? 1} add={add} />
      ) : (
        <>
          <Title
            title="Policies"
            note={
              all === undefined
                ? ''
                : all.length === 0
                  ? 'none yet'
                  : plural(all.length, 'policy', 'policies')
            }
            act={add}
          />
          <WhoMay act="policies.save" doing="write and activate policies" />
          <List
            label="Policies"
            pages={onePage(policies, all)}
            columns={COLUMNS}
            keyOf={(one) => one.name}
            empty="No policy yet. A policy turns scores into decisions: allow, review or block. Begin one from a template."
            open={{
              isOpen: () => false,
              onOpen: (one) => set({ policy: one.name, list: false }, { isStep: true }),
              label: (one) => `Open ${policyTitle(one.name)}`,
            }}
          />
        </>
      )}
      {isAdding ? (
        <NewPolicy
          names={all?.map((one) => one.name) ?? []}
          onSaved={(saved) => {
            setAdding(false);
            set({ policy: saved, version: null, list: false, view: 'rules' }, { isStep: true });
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </>
  );
}

const COLUMNS: readonly Column<Listed>[] = [
  { head: 'Policy', cell: ({ name }) => policyTitle(name), text: ({ name }) => name },
  {
    head: 'Decides',
    isFixed: true,
    isMinor: true,
    cell: ({ active }) => (active === null ? <NotApplicable /> : `version ${active.version}`),
  },
  {
    head: 'Since',
    isFixed: true,
    isMinor: true,
    cell: ({ active }) => (active?.activated_at ? date(active.activated_at) : <NotApplicable />),
  },
  {
    head: 'Draft',
    isMinor: true,
    cell: ({ draft }) =>
      draft === null ? (
        <NotApplicable />
      ) : (
        `version ${draft.version}${draft.state === 'asked' ? `, ${STATE_WORDS.asked}` : ''}${draft.shadow ? ', in the shadow' : ''}`
      ),
  },
  { head: 'Versions', isFigure: true, isMinor: true, isExtra: true, text: ({ versions }) => versions },
];
