// Attempts to withdraw an indicator alone.

import { performAct } from '@rf-indicators/core/acts/perform';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { acceptMatter, decideMatter } from '../../test/support/deciding.ts';
import { MINUTE } from '../../test/support/world.ts';
import type { Attempt, Things } from './attempt.ts';
import type { Desk, Person } from './desk.ts';
import { approvedDraft, slug } from './others.ts';

const PROVIDER = { provider: slug('FX-02'), reason: 'I would rather not show it.' };
const REQUESTED = ['withdrawal_requests', 'committee_entries', 'audit'];

async function requestBy(desk: Desk, by: Person): Promise<Things> {
  const { request_id } = await desk.perform(by, 'withdrawals.request', PROVIDER);
  return { request: request_id };
}

function deciding(title: string, rest: Omit<Attempt, 'title' | 'by' | 'otherwise'>): Attempt {
  return {
    title,
    by: 'insider',
    otherwise: ['outcome', (desk, { request }) => acceptMatter(desk.context, request!)],
    ...rest,
  };
}

/** All that one person can do: ask for it, and vote for it. */
async function withdrawAlone(desk: Desk): Promise<void> {
  const { request } = await requestBy(desk, 'insider');
  const { data } = await desk.perform('insider', 'committee.list', {});
  const own = data.filter(({ matter }) => matter === request);
  const services = { ...desk.services, context: { ...desk.context, via: 'session' as const } };
  const matters = own.map(({ matter, seen }) => ({ matter, seen }));
  await performAct(services, { kind: 'staff', actor: desk.people.insider.actor }, 'committee.vote', {
    ...{ matters, vote: 'for', minute: 'I met.' },
  });
  const { status } = (await desk.perform('insider', 'withdrawals.list', {})).data.find(
    ({ id }) => id === request,
  )!;
  if (status === 'open')
    throw new Refusal('conflict', 'The request is open: the committee has not decided it.');
}

export const WITHDRAWING: Attempt[] = [
  {
    title: 'Request a withdrawal and accept it alone',
    by: 'insider',
    otherwise: ['outcome', withdrawAlone],
    leaves: REQUESTED,
    refusal: 'The request is open: the committee has not decided it.',
  },
  deciding('Accept a withdrawal twice', {
    prepare: async (desk) => {
      const things = await requestBy(desk, 'operator');
      await decideMatter(desk.context, things.request!);
      return things;
    },
    refusal: 'The committee has accepted this already: voting is closed, and nothing is added.',
  }),
  deciding('Accept a withdrawal of an indicator that was replaced since', {
    prepare: async (desk) => {
      const things = await requestBy(desk, 'operator');
      desk.moveBy(MINUTE);
      await desk.perform('operator', 'runs.publish', { run: await approvedDraft(desk, 'FX-02') });
      return things;
    },
    refusal: 'This matter can no longer be decided. Bring it before the committee again.',
  }),
  {
    title: 'Cancel the request of another person',
    by: 'insider',
    prepare: (desk) => requestBy(desk, 'operator'),
    act: ['withdrawals.cancel', (_, { request }) => ({ request })],
    command: (_, { request }) => ['withdraw', '--cancel', request!],
    refusal: '… made this request, and the committee decides it.',
  },
  {
    title: 'Withdraw without a reason',
    by: 'operator',
    act: ['withdrawals.request', () => ({ ...PROVIDER, reason: ' ' })],
    command: () => ['withdraw', PROVIDER.provider, '--reason', ' '],
    refusal: 'A withdrawal needs a reason.',
  },
];
