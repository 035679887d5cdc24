// Refused and failed calls of the workspace's keys, for finding out why.

import type { InputOf } from '@rf-indicators/contract/acts';
import { PROBLEMS, type ProblemCode } from '@rf-indicators/contract/problems';
import { useList, useRead } from '../../api/acts.ts';
import { OPERATION_IDS, operationName, operationPath } from '../../api/catalogue.ts';
import { Register } from '../../frame/register.tsx';
import { type SearchOf, usePageSearch } from '../../pages.ts';
import { orAll } from '../../ui/filters.tsx';
import { instant, plural } from '../../ui/format.ts';
import { type Column, NotApplicable } from '../../ui/table.tsx';
import { type FailedCall, isCounted, problemTitle, RequestPanel } from './request-panel.tsx';

/** What an API key can be answered with. The other codes belong to the console and to signing in. */
const CODES = (
  [
    ...['invalid_parameter', 'malformed_json', 'revoked_api_key', 'expired_api_key', 'insufficient_tier'],
    'insufficient_scope',
    ...['pilot_not_enabled', 'terms_not_accepted', 'workspace_suspended', 'not_found', 'provider_not_found'],
    ...[
      'indicator_not_found',
      'indicator_withdrawn',
      'method_not_allowed',
      'payload_too_large',
      'unsupported_media_type',
    ],
    ...['validation_failed', 'rate_limit_exceeded', 'internal_error', 'service_unavailable'],
  ] as ProblemCode[]
).toSorted((a, b) => PROBLEMS[a].status - PROBLEMS[b].status);

const STATUSES = [...new Set(CODES.map((code) => String(PROBLEMS[code].status)))];

export function Requests() {
  const searching = usePageSearch('/console/$workspace/requests');
  const keys = useRead('keys.list', { all: true }).data?.data ?? [];
  return (
    <Register
      title="Requests"
      label="Refused and failed calls"
      note="Refused and failed calls of 7 days"
      what="refused or failed call"
      pages={useList('failed_calls.list', filterOf(searching.search))}
      columns={COLUMNS}
      keyOf={keyOf}
      labelOf={({ at, key_name }) => `Show the call of ${key_name} at ${instant(at)}`}
      searching={searching}
      openIn="open"
      filters={{
        request: { label: 'Request id', mono: true },
        key: { label: 'Key', options: orAll(Object.fromEntries(keys.map(({ id, name }) => [id, name]))) },
        operation: {
          label: 'Operation',
          options: orAll(Object.fromEntries(OPERATION_IDS.map((id) => [id, operationName(id)]))),
        },
        status: { label: 'Status', options: orAll(Object.fromEntries(STATUSES.map((one) => [one, one]))) },
        code: {
          label: 'Problem',
          options: orAll(Object.fromEntries(CODES.map((code) => [code, PROBLEMS[code].title]))),
        },
      }}
      csv={null}
      empty="No call of your keys was refused or failed in the last 7 days. Calls with an unknown key belong to no workspace, and are not listed."
      panel={(call, onClose) => <RequestPanel key={keyOf(call)} call={call} onClose={onClose} />}
    />
  );
}

/** Without what is not filtered by. */
function filterOf(search: SearchOf<'/console/$workspace/requests'>): InputOf<'failed_calls.list'> {
  const { request, key, status, code, operation } = search;
  const number = Number(status);
  return {
    ...(request === '' ? {} : { request_id: request }),
    ...(key === '' ? {} : { key }),
    ...(Number.isInteger(number) && number >= 400 && number <= 599 ? { status: number } : {}),
    ...(code === '' ? {} : { code }),
    ...(operation === '' ? {} : { operation }),
  };
}

function keyOf({ request_id, key_id, at, status }: FailedCall): string {
  return `${request_id ?? 'counted'} ${key_id} ${at} ${status ?? ''}`;
}

const COLUMNS: readonly Column<FailedCall>[] = [
  { head: 'Time', isFixed: true, instant: ({ at }) => at },
  { head: 'Key', isMinor: true, cell: ({ key_name }) => key_name },
  {
    head: 'Operation',
    isFixed: true,
    isMinor: 'plain',
    cell: (call) => {
      if (isCounted(call))
        return <span className="muted">{plural(call.calls, 'more call')} in this minute</span>;
      return call.operation === null ? <span className="muted">none</span> : operationName(call.operation);
    },
  },
  {
    head: 'Path',
    isMinor: true,
    isExtra: true,
    cell: ({ operation }) =>
      operation === null ? null : <span className="mono muted">{operationPath(operation)}</span>,
  },
  {
    head: 'Status',
    isFigure: true,
    cell: (call) => call.status ?? <NotApplicable />,
  },
  {
    head: 'Problem',
    isMinor: 'plain',
    cell: (call) => (isCounted(call) ? <span className="muted">only counted</span> : problemTitle(call)),
  },
];
