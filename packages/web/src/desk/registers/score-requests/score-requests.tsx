// The register of score requests from the public, oldest first: accept, decline, and say which provider they led to.

import type { InputOf } from '@rf-indicators/contract/acts';
import { useList } from '../../../api/acts.ts';
import { Register } from '../../../frame/register.tsx';
import { dayEnd, dayStart, usePageSearch } from '../../../pages.ts';
import type { Column } from '../../../ui/table.tsx';
import { kindOf, type ScoreRequest, STATUSES } from './score-request.ts';
import { ScoreRequestPanel } from './score-request-panel.tsx';

export function ScoreRequests() {
  const searching = usePageSearch('/desk/score-requests');
  const pages = useList('score_requests.list', filterOf(searching.search));
  return (
    <Register
      title="Score requests"
      note="From the public, oldest first"
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
        from: { day: 'From' },
        to: { day: 'To' },
      }}
      empty="Nobody has asked for a score yet. Requests come from the public page Request a score."
      panel={(request, onClose) => <ScoreRequestPanel key={request.id} request={request} onClose={onClose} />}
    />
  );
}

type Search = Record<'text' | 'status' | 'from' | 'to', string>;

function filterOf({ text, status, from, to }: Search): InputOf<'score_requests.list'> {
  const [since, until] = [dayStart(from), dayEnd(to)];
  return {
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(status in STATUSES ? { status: status as ScoreRequest['status'] } : {}),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

const COLUMNS: Column<ScoreRequest>[] = [
  { head: 'Provider', text: ({ provider_name }) => provider_name },
  { head: 'Kind', isMinor: true, isFixed: true, text: kindOf },
  { head: 'Contact', isMinor: true, isExtra: true, text: ({ contact_email }) => contact_email },
  { head: 'Received', isFixed: true, isMinor: true, instant: ({ received_at }) => received_at },
  { head: 'Notes', isFigure: true, isMinor: true, text: ({ notes }) => notes.length },
  { head: 'Led to', isMinor: true, text: ({ slug }) => slug },
  { head: 'Status', isFixed: true, state: ({ status }) => STATUSES[status] },
];
