// The frameworks: versions with their state, and for one of them its sign-off, differences, impact and activation.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { usePageSearch } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/clock.ts';
import { plural, utcDate } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { State } from '../../ui/state.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { notAllowedUnless } from '../allowed.ts';
import { useStaff } from '../staff.ts';
import { EntryChecks } from './entry-checks.tsx';
import { daysUntil, type Framework, inEffect, STATES } from './framework.ts';
import { ImportFramework } from './framework-acts.tsx';
import { FrameworkDetail } from './framework-detail.tsx';
import styles from './frameworks.module.css';
import { OfficerKeys } from './officer-keys.tsx';

export function Frameworks() {
  const { search, set } = usePageSearch('/desk/frameworks');
  const { data, error, refetch } = useRead('frameworks.list', {});
  const [isImporting, setImporting] = useState(false);
  const now = useNow();
  const notAllowed = notAllowedUnless(useStaff(), ['operator', 'chief_risk_officer']);
  const all = data?.data.toReversed();
  const open = all?.find(({ digest }) => digest === search.open);
  const current = all === undefined ? undefined : inEffect(all);
  if (error !== null && data === undefined)
    return <ProblemBox error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Title
        title="Frameworks"
        note={
          all === undefined
            ? ''
            : current === undefined
              ? 'None is in effect'
              : `In effect: ${current.framework_version}`
        }
        act={
          <Button kind="primary" notAllowed={notAllowed} onPress={() => setImporting(true)}>
            Import a framework
          </Button>
        }
      />
      {notAllowed === null ? null : (
        <p className={`${styles.wait} muted`}>{`To import a framework, ${notAllowed}.`}</p>
      )}
      <Table
        label="Frameworks"
        columns={columnsOf(current, now)}
        rows={all}
        keyOf={({ digest }) => digest}
        empty="No framework is imported yet. Import the file of one, have it signed, then activate it."
        open={{
          isOpen: ({ digest }) => digest === search.open,
          onOpen: ({ digest }) => set({ open: digest === search.open ? '' : digest, cell: '', text: '' }),
          label: ({ framework_version, state }) => `Show ${framework_version}, ${STATES[state].word}`,
        }}
      />
      {open === undefined ? null : (
        <FrameworkDetail
          key={open.digest}
          framework={open}
          isInEffect={open.digest === current?.digest}
          hasEarlier={all!.some(({ activated_at }) => activated_at !== null)}
          now={now}
        />
      )}
      <OfficerKeys />
      <EntryChecks />
      {isImporting ? (
        <ImportFramework
          onClose={() => setImporting(false)}
          onDone={(digest) => {
            setImporting(false);
            set({ open: digest });
          }}
        />
      ) : null}
    </>
  );
}

function columnsOf(current: Framework | undefined, now: number): Column<Framework>[] {
  return [
    { head: 'Version', cell: ({ framework_version }) => framework_version },
    {
      head: 'Effective from (UTC)',
      isFixed: true,
      isMinor: true,
      cell: ({ effective_from, state }) => {
        const days = daysUntil(effective_from, now);
        const left = state === 'announced' && days > 0 ? ` · in ${plural(days, 'day')}` : '';
        return `${utcDate(effective_from)}${left}`;
      },
    },
    {
      head: 'Digest',
      isFixed: true,
      isMinor: true,
      cell: ({ digest }) => <span className="mono">{digest.replace('sha256:', '').slice(0, 12)}</span>,
    },
    {
      head: 'Signed by',
      isMinor: true,
      isExtra: true,
      cell: ({ signed_by_name }) => signed_by_name ?? <span className="muted">nobody yet</span>,
    },
    {
      head: 'State',
      isFixed: true,
      cell: ({ digest, state, fault }) =>
        fault === null ? (
          <State kind={STATES[state].kind}>
            {digest === current?.digest ? 'in effect' : STATES[state].word}
          </State>
        ) : (
          <State kind="failed">cannot be used</State>
        ),
    },
  ];
}
