// Requests: acts that wait for a second person, and the settings of the two-person rule.

import { onePage } from '../../api/acts.ts';
import { Register } from '../../frame/register.tsx';
import { usePageSearch } from '../../pages.ts';
import { useNow } from '../../ui/clock.ts';
import { DaysLeft } from '../../ui/days-left.tsx';
import { count, timeOf } from '../../ui/format.ts';
import { Day, Instant } from '../../ui/instant.tsx';
import { State } from '../../ui/state.tsx';
import type { Column } from '../../ui/table.tsx';
import { useOpenRow } from '../presence.ts';
import { useStaff } from '../staff.ts';
import { CommitteeRule } from './committee-rule.tsx';
import { Disclosures } from './disclosures.tsx';
import { type DeskRequest, isOwn, stateOf, useRequests } from './request.ts';
import { RequestPanel } from './request-panel.tsx';
import { kindOf } from './request-sentences.ts';
import { Rules } from './rules.tsx';
import { Servers } from './servers.tsx';

export function Requests() {
  const person = useStaff();
  const now = useNow();
  const searching = usePageSearch('/desk/requests');
  const { which, request } = searching.search;
  const { requests, error, readAgain } = useRequests(which);
  useOpenRow('requests', requests?.find(({ id }) => id === request)?.id);
  const waiting = requests?.filter((one) => one.status === 'open' && !isOwn(one, person)).length;
  const own = requests?.filter((one) => one.status === 'open' && isOwn(one, person)).length;
  return (
    <Register
      title="Requests"
      tab={waiting === undefined || waiting === 0 ? 'Requests' : `(${waiting}) Requests`}
      note={
        waiting === undefined || own === undefined
          ? 'Acts that take two people'
          : `${count(waiting)} waiting · ${count(own)} yours`
      }
      what="request"
      pages={onePage({ error, refetch: readAgain }, requests)}
      columns={columns(now)}
      keyOf={({ id }) => id}
      labelOf={({ sentence }) => `Show: ${sentence}`}
      searching={searching}
      openIn="request"
      filters={{ which: { label: 'State', options: { open: 'open', all: 'all' } } }}
      csv={null}
      empty={
        which === 'open'
          ? 'Nothing waits for a second person.'
          : 'Nobody has requested anything that takes two people yet.'
      }
      isEmpty
      below={
        <>
          <CommitteeRule />
          <Disclosures />
          <Rules />
          <Servers />
        </>
      }
      panel={(open, onClose) => <RequestPanel key={open.id} request={open} onClose={onClose} />}
    />
  );
}

function columns(now: number): readonly Column<DeskRequest>[] {
  return [
    { head: 'What it would do', cell: ({ sentence }) => sentence },
    { head: 'About', isMinor: 'plain', isFixed: true, isExtra: true, cell: ({ act }) => kindOf(act) },
    { head: 'Requested by', isMinor: true, cell: ({ requester }) => requester },
    { head: 'On', isFixed: true, isMinor: true, cell: ({ requested_at }) => <Day at={requested_at} /> },
    {
      head: 'State',
      isFixed: true,
      cell: ({ status, decider }) => (
        <State kind={stateOf(status)}>{decider === null ? status : `${status} by ${decider}`}</State>
      ),
    },
    {
      head: 'Expires',
      isFixed: true,
      isMinor: true,
      cell: ({ status, requested_at, expires_at }) =>
        status === 'open' ? (
          <DaysLeft until={expires_at} span={timeOf(expires_at) - timeOf(requested_at)} now={now} />
        ) : (
          <Instant at={expires_at} />
        ),
    },
  ];
}
