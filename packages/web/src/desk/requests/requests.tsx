// Requests: acts that wait for a second person, and the settings of the two-person rule.

import { useNavigate, useSearch } from '@tanstack/react-router';
import { Title } from '../../frame/title.tsx';
import { useNow } from '../../ui/clock.ts';
import { DaysLeft } from '../../ui/days-left.tsx';
import { FilterChoice, Filters } from '../../ui/filters.tsx';
import { Day, Instant } from '../../ui/instant.tsx';
import { Split } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { State } from '../../ui/state.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { count } from '../../ui/words.ts';
import { useOpenRow } from '../presence.ts';
import { useStaff } from '../staff.ts';
import { type DeskRequest, isOwn, stateOf, useRequests } from './request.ts';
import { RequestPanel } from './request-panel.tsx';
import { Rules } from './rules.tsx';
import { kindOf } from './words.ts';

export function Requests() {
  const person = useStaff();
  const now = useNow();
  const search = useSearch({ from: '/desk/requests' });
  const navigate = useNavigate({ from: '/desk/requests' });
  const which = search.which ?? 'open';
  const { requests, error, readAgain } = useRequests(which);
  const open = requests?.find(({ id }) => id === search.request);
  useOpenRow('requests', open?.id);
  const show = (request: string | null) =>
    void navigate({
      search: { ...(which === 'all' ? { which } : {}), ...(request === null ? {} : { request }) },
      replace: true,
    });
  const waiting = requests?.filter((one) => one.status === 'open' && !isOwn(one, person)).length;
  const own = requests?.filter((one) => one.status === 'open' && isOwn(one, person)).length;
  return (
    <Split
      list={
        <>
          <Title
            title="Requests"
            tab={waiting === undefined || waiting === 0 ? 'Requests' : `(${waiting}) Requests`}
            note={
              waiting === undefined || own === undefined
                ? 'Acts that take two people'
                : `${count(waiting)} waiting · ${count(own)} yours`
            }
          />
          <Filters>
            <FilterChoice
              label="State"
              value={which}
              options={{ open: 'open', all: 'all' }}
              onChange={(value) =>
                void navigate({ search: value === 'all' ? { which: 'all' } : {}, replace: true })
              }
            />
          </Filters>
          {error === null ? null : <ProblemBox error={error} onRetry={readAgain} />}
          {error !== null && requests === undefined ? null : (
            <Table
              label="Requests"
              columns={columns(now)}
              rows={requests}
              keyOf={({ id }) => id}
              empty={
                which === 'open'
                  ? 'Nothing waits for a second person.'
                  : 'Nobody has requested anything that takes two people yet.'
              }
              open={{
                isOpen: ({ id }) => id === open?.id,
                onOpen: ({ id }) => show(id === open?.id ? null : id),
                label: ({ sentence }) => `Show: ${sentence}`,
              }}
            />
          )}
          <Rules />
        </>
      }
      panel={
        open === undefined ? null : <RequestPanel key={open.id} request={open} onClose={() => show(null)} />
      }
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
          <DaysLeft until={expires_at} span={expires_at - requested_at} now={now} />
        ) : (
          <Instant at={expires_at} />
        ),
    },
  ];
}
