// The register of score requests, by demand or by time: accept, decline, say when a score is expected and which provider it led to.

import type { InputOf } from '@rf-indicators/contract/acts';
import { useList } from '../../../api/acts.ts';
import { Register } from '../../../frame/register.tsx';
import { dayEnd, dayStart, usePageSearch } from '../../../pages.ts';
import { utcDate } from '../../../ui/format.ts';
import type { Column } from '../../../ui/table.tsx';
import { kindOf, type ScoreRequest, STATUSES } from './score-request.ts';
import { ScoreRequestPanel } from './score-request-panel.tsx';

export function ScoreRequests() {
  const searching = usePageSearch('/desk/score-requests');
  const pages = useList('score_requests.list', filterOf(searching.search));
  return (
    <Register
      title="Score requests"
      what="request"
      pages={pages}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      labelOf={({ provider_name }) => `Show the request for ${provider_name}`}
      searching={searching}
      openIn="open"
      filters={{
        text: 'Provider, contact or message',
        status: {
          label: 'Status',
          options: {
            '': 'all',
            ...Object.fromEntries(Object.entries(STATUSES).map(([one, { word }]) => [one, word])),
          },
        },
        order: { label: 'Order', options: { demand: 'most asked for', oldest: 'oldest' } },
        from: { day: 'From' },
        to: { day: 'To' },
      }}
      isEmpty={
        !['text', 'status', 'from', 'to'].some((name) => searching.search[name as keyof Search] !== '')
      }
      empty="Nobody has asked for a score yet. Requests come from the public page Request a score, and from workspaces for names in their books."
      panel={(request, onClose) => <ScoreRequestPanel key={request.id} request={request} onClose={onClose} />}
    />
  );
}

type Search = Record<'text' | 'status' | 'order' | 'from' | 'to', string>;

function filterOf({ text, status, order, from, to }: Search): InputOf<'score_requests.list'> {
  const [since, until] = [dayStart(from), dayEnd(to)];
  return {
    order: order === 'oldest' ? 'oldest' : 'demand',
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(status in STATUSES ? { status: status as ScoreRequest['status'] } : {}),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

const COLUMNS: Column<ScoreRequest>[] = [
  { head: 'Provider', text: ({ provider_name }) => provider_name },
  { head: 'Asked by', isFigure: true, isFixed: true, text: ({ demand }) => demand.requesters },
  { head: 'Kind', isMinor: true, isFixed: true, text: kindOf },
  { head: 'Contact', isMinor: true, isExtra: true, text: ({ contact_email }) => contact_email },
  { head: 'Received', isFixed: true, isMinor: true, instant: ({ received_at }) => received_at },
  {
    head: 'Expected',
    isFixed: true,
    isMinor: true,
    text: ({ expected_on }) => expected_on && utcDate(expected_on),
  },
  { head: 'Notes', isFigure: true, isMinor: true, text: ({ notes }) => notes.length },
  { head: 'Led to', isMinor: true, text: ({ slug }) => slug },
  { head: 'Status', isFixed: true, state: ({ status }) => STATUSES[status] },
];
