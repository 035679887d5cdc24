// The filters of the list of refused and failed calls.

import type { InputOf } from '@rf-indicators/contract/acts';
import { PROBLEMS, type ProblemCode } from '@rf-indicators/contract/problems';
import { useRead } from '../../api/acts.ts';
import { OPERATION_IDS, operationName } from '../../api/catalogue.ts';
import { FilterChoice, Filters, FilterText } from '../../ui/filters.tsx';
import type { RequestSearch, RequestSearching } from './search.ts';

/** What an API key can be answered with. The other codes belong to the console and to signing in. */
const CODES = (
  [
    ...['invalid_parameter', 'malformed_json', 'revoked_api_key', 'expired_api_key', 'insufficient_tier'],
    ...['pilot_not_enabled', 'terms_not_accepted', 'workspace_suspended', 'not_found', 'provider_not_found'],
    ...['indicator_not_found', 'method_not_allowed', 'payload_too_large', 'unsupported_media_type'],
    ...['validation_failed', 'rate_limit_exceeded', 'internal_error', 'service_unavailable'],
  ] as ProblemCode[]
).toSorted((a, b) => PROBLEMS[a].status - PROBLEMS[b].status);

const STATUSES = [...new Set(CODES.map((code) => String(PROBLEMS[code].status)))];

export function RequestFilters({ search, set }: Pick<RequestSearching, 'search' | 'set'>) {
  const keys = useRead('keys.list', { all: true }).data?.data ?? [];
  return (
    <Filters>
      <FilterText
        label="Request id"
        value={search.request}
        onChange={(request) => set({ request: request.trim() })}
        mono
      />
      <FilterChoice
        label="Key"
        value={search.key}
        options={{ '': 'all', ...Object.fromEntries(keys.map(({ id, name }) => [id, name])) }}
        onChange={(key) => set({ key })}
      />
      <FilterChoice
        label="Operation"
        value={search.operation}
        options={{ '': 'all', ...Object.fromEntries(OPERATION_IDS.map((id) => [id, operationName(id)])) }}
        onChange={(operation) => set({ operation })}
      />
      <FilterChoice
        label="Status"
        value={search.status}
        options={{ '': 'all', ...Object.fromEntries(STATUSES.map((status) => [status, status])) }}
        onChange={(status) => set({ status })}
      />
      <FilterChoice
        label="Problem"
        value={search.code}
        options={{ '': 'all', ...Object.fromEntries(CODES.map((code) => [code, PROBLEMS[code].title])) }}
        onChange={(code) => set({ code })}
      />
    </Filters>
  );
}

/** Without what is not filtered by. */
export function filterOf(search: RequestSearch): InputOf<'failed_calls.list'> {
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
