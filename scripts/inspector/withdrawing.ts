// Attempts to withdraw an indicator alone.

import { MINUTE } from '../../test/support/world.ts';
import type { Attempt, Things } from './attempt.ts';
import type { Desk, Person } from './desk.ts';
import { approvedDraft, colleague, demote, performAs, retire, slug } from './others.ts';

const PROVIDER = { provider: slug('FX-02'), reason: 'I would rather not show it.' };
const REQUESTED = ['withdrawal_requests', 'audit'];

async function requestBy(desk: Desk, by: Person): Promise<Things> {
  const { request_id } = await desk.perform(by, 'withdrawals.request', PROVIDER);
  return { request: request_id };
}

async function requestByColleague(desk: Desk, then: (name: string) => Promise<void>): Promise<Things> {
  const cora = await colleague(desk, ['operator']);
  const { request_id } = await performAs(desk, cora, 'withdrawals.request', PROVIDER);
  await then(cora.name);
  return { request: request_id };
}

function approving(title: string, rest: Omit<Attempt, 'title' | 'act' | 'command'>): Attempt {
  return {
    title,
    act: ['withdrawals.approve', (_, { request }) => ({ request })],
    command: (_, { request }) => ['withdraw', '--approve', request!],
    ...rest,
  };
}

const OWN_REQUEST = 'A withdrawal takes two people: the person who requested it cannot approve it.';

export const WITHDRAWING: Attempt[] = [
  approving('Request a withdrawal and approve it oneself', {
    by: 'insider',
    first: (desk) => requestBy(desk, 'insider'),
    leaves: REQUESTED,
    refusal: OWN_REQUEST,
  }),
  approving('Withdraw alone with RF_SECOND_PERSON=no', {
    by: 'insider',
    first: (desk) => requestBy(desk, 'insider'),
    env: { RF_SECOND_PERSON: 'no' },
    leaves: REQUESTED,
    refusal: OWN_REQUEST,
  }),
  approving('Approve the withdrawal request of somebody who was retired', {
    by: 'insider',
    prepare: (desk) => requestByColleague(desk, (name) => retire(desk, name)),
    refusal: 'Cora is no longer on the staff.',
  }),
  approving('Approve the withdrawal request of somebody who lost the role', {
    by: 'insider',
    prepare: (desk) => requestByColleague(desk, (name) => demote(desk, name)),
    refusal: 'This requires the operator role, which Cora does not have.',
  }),
  approving('Approve a withdrawal twice', {
    by: 'insider',
    prepare: async (desk) => {
      const things = await requestBy(desk, 'operator');
      await desk.perform('reviewer', 'withdrawals.approve', { request: things.request! });
      return things;
    },
    refusal: 'This request was approved on ….',
  }),
  approving('Approve a withdrawal of an indicator that was replaced since', {
    by: 'insider',
    prepare: async (desk) => {
      const things = await requestBy(desk, 'operator');
      desk.moveBy(MINUTE);
      await desk.perform('operator', 'runs.publish', { run: await approvedDraft(desk, 'FX-02') });
      return things;
    },
    refusal: 'Another indicator was published after this request. Request the withdrawal again.',
  }),
  approving('Approve a withdrawal as an analyst', {
    by: 'analyst',
    prepare: (desk) => requestBy(desk, 'operator'),
    refusal: 'This requires the … role, which … does not have.',
  }),
  {
    title: 'Withdraw without a reason',
    by: 'operator',
    act: ['withdrawals.request', () => ({ ...PROVIDER, reason: ' ' })],
    command: () => ['withdraw', PROVIDER.provider, '--reason', ' '],
    refusal: 'A withdrawal needs a reason.',
  },
];
