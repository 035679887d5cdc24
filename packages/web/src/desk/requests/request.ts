// A request for an act that takes two people.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useRead } from '../../api/acts.ts';
import type { Person } from '../../api/session.ts';
import { timeOf } from '../../ui/format.ts';
import type { StateKind } from '../../ui/state.tsx';
import { staffId } from '../staff.ts';
import { factsOf, sentenceOf } from './request-sentences.ts';

type Asked = AnswerOf<'requests.list'>['data'][number];

export interface DeskRequest
  extends Pick<
    Asked,
    'id' | 'requested_by' | 'requester' | 'requested_at' | 'expires_at' | 'decider' | 'decided_at' | 'status'
  > {
  /** The act that is performed on approval. */
  act: string;
  /** What approving would do. */
  sentence: string;
  facts: Record<string, string>;
  /** Of a refusal. */
  refusal: string | null;
  /** The draft that would be discarded. */
  run: string | null;
}

export type Which = 'open' | 'all';

const MOST = 500;

interface DeskRequests {
  /** Undefined until they were read. */
  requests: DeskRequest[] | undefined;
  error: Error | null;
  readAgain: () => void;
}

export function useRequests(which: Which): DeskRequests {
  const status = which === 'open' ? ({ status: 'open' } as const) : {};
  const asked = useRead('requests.list', { ...status, limit: MOST });
  const staff = useRead('staff.list', { all: true, limit: MOST });
  const names = new Map(staff.data?.data.map(({ id, name }) => [id, name]));
  return {
    requests: asked.data?.data
      .map((one) => ofAct(one, names))
      .toSorted((a, b) => order(which) * (timeOf(a.requested_at) - timeOf(b.requested_at))),
    error: asked.error,
    readAgain: () => void asked.refetch(),
  };
}

/** What waits longest comes first; of all, the newest. */
function order(which: Which): 1 | -1 {
  return which === 'open' ? 1 : -1;
}

function ofAct(asked: Asked, names: ReadonlyMap<string, string>): DeskRequest {
  const { act, subject, about, input, reason, ...rest } = asked;
  const run = act === 'runs.discard' && typeof input.run === 'string' ? input.run : null;
  const { id, requested_by, requester, requested_at, expires_at, decider, decided_at, status } = rest;
  return {
    ...{ id, requested_by, requester, requested_at, expires_at, decider, decided_at, status, act, run },
    sentence: sentenceOf(act, subject, { ...input, about }, names),
    facts: { ...factsOf(input), ...(about === null ? {} : { Digest: subject }) },
    refusal: reason,
  };
}

export function isOwn({ requested_by }: DeskRequest, person: Person): boolean {
  return requested_by === staffId(person);
}

/** Why this person cannot approve or refuse it; null if they can. The server refuses the same. */
export function whyNot(request: DeskRequest, person: Person): string | null {
  if (request.status !== 'open') return `It is ${request.status}.`;
  if (isOwn(request, person)) return 'You requested it: somebody else must approve it.';
  const may = ['reviewer', 'operator', 'chief_risk_officer'];
  if (person.roles.some((role) => may.includes(role))) return null;
  return 'Deciding requires the operator, reviewer or chief risk officer role.';
}

export function stateOf(status: DeskRequest['status']): StateKind {
  if (status === 'open') return 'waiting';
  if (status === 'approved') return 'good';
  return status === 'refused' ? 'failed' : 'off';
}
