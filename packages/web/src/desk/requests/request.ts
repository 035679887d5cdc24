// A request for an act that takes two people. Those for withdrawals have a list of their own, and look the same here.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useRead } from '../../api/acts.ts';
import type { Person } from '../../api/session.ts';
import { timeOf } from '../../ui/format.ts';
import type { StateKind } from '../../ui/state.tsx';
import { staffId } from '../staff.ts';
import { factsOf, sentenceOf, withdrawalSentence } from './request-sentences.ts';

type Asked = AnswerOf<'requests.list'>['data'][number];
type Withdrawal = AnswerOf<'withdrawals.list'>['data'][number];

export interface DeskRequest
  extends Pick<
    Asked,
    'id' | 'requested_by' | 'requester' | 'requested_at' | 'expires_at' | 'decider' | 'decided_at'
  > {
  /** The act that is performed on approval; `withdrawal` for a withdrawal. */
  act: string;
  status: Asked['status'] | Withdrawal['status'];
  /** What approving would do. */
  sentence: string;
  facts: Record<string, string>;
  /** Of a refusal. */
  refusal: string | null;
  /** The draft that would be discarded. */
  run: string | null;
  /** Of the provider whose indicator would be withdrawn. */
  slug: string | null;
}

export type Which = 'open' | 'all';

const MOST = 500;

interface DeskRequests {
  /** Undefined until both lists are read. */
  requests: DeskRequest[] | undefined;
  error: Error | null;
  readAgain: () => void;
}

export function useRequests(which: Which): DeskRequests {
  const status = which === 'open' ? ({ status: 'open' } as const) : {};
  const asked = useRead('requests.list', { ...status, limit: MOST });
  const withdrawals = useRead('withdrawals.list', { ...status, limit: MOST });
  const staff = useRead('staff.list', { all: true, limit: MOST });
  const names = new Map(staff.data?.data.map(({ id, name }) => [id, name]));
  const isRead = asked.data !== undefined && withdrawals.data !== undefined;
  const all = isRead
    ? [
        ...asked.data.data.map((one) => ofAct(one, names)),
        ...withdrawals.data.data.map(ofWithdrawal),
      ].toSorted((a, b) => order(which) * (timeOf(a.requested_at) - timeOf(b.requested_at)))
    : undefined;
  return {
    requests: all,
    error: asked.error ?? withdrawals.error,
    readAgain: () => {
      void asked.refetch();
      void withdrawals.refetch();
    },
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
    slug: null,
  };
}

function ofWithdrawal(withdrawal: Withdrawal): DeskRequest {
  const { name, final_score, risk_band, reason, decision_reason, slug, status, ...rest } = withdrawal;
  const { id, requested_by, requester, requested_at, expires_at, decider, decided_at } = rest;
  return {
    ...{ id, requested_by, requester, requested_at, expires_at, decider, decided_at, status, slug },
    act: 'withdrawal',
    run: null,
    sentence: withdrawalSentence(name, final_score, risk_band),
    facts: { 'Reason, published': reason },
    refusal: decision_reason,
  };
}

export function isOwn({ requested_by }: DeskRequest, person: Person): boolean {
  return requested_by === staffId(person);
}

/** Why this person cannot approve or refuse it; null if they can. The server refuses the same. */
export function whyNot(request: DeskRequest, person: Person): string | null {
  if (request.status !== 'open') return `It is ${request.status}.`;
  if (isOwn(request, person)) return 'You requested it: somebody else must approve it.';
  const isWithdrawal = request.act === 'withdrawal';
  const may = isWithdrawal ? ['reviewer', 'operator'] : ['reviewer', 'operator', 'chief_risk_officer'];
  if (person.roles.some((role) => may.includes(role))) return null;
  return `Deciding takes the ${isWithdrawal ? 'reviewer or operator' : 'operator, reviewer or chief risk officer'} role.`;
}

export function stateOf(status: DeskRequest['status']): StateKind {
  if (status === 'open') return 'waiting';
  if (status === 'approved') return 'good';
  return status === 'refused' ? 'failed' : 'off';
}
