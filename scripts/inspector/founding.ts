// Attempts to return to the founding, where one person enrols others alone.

import { addFirstOperator } from '@rf-indicators/core/accounts/founding';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { instantText } from '@rf-indicators/core/context/times';
import { initialise } from '@rf-indicators/core/desk/initialise';
import { DAY } from '../../test/support/world.ts';
import type { Attempt, Things } from './attempt.ts';
import type { Desk } from './desk.ts';

const REASON = 'I am alone.';

function returning(title: string, rest: Omit<Attempt, 'title' | 'act' | 'command' | 'by'>): Attempt {
  return {
    title,
    by: 'insider',
    act: ['founding.return', () => ({ reason: REASON })],
    command: () => ['staff', 'founding', 'return', '--reason', REASON],
    ...rest,
  };
}

/** Everybody else has lost their tokens. */
async function othersLeave({ context, people }: Desk): Promise<void> {
  await context.store.db
    .updateTable('staff_tokens')
    .set({ revoked_at: context.clock() })
    .where('staff_id', '<>', people.insider.actor.id)
    .where('confirmed_at', 'is not', null)
    .execute();
}

async function giveNotice(desk: Desk): Promise<Things> {
  await othersLeave(desk);
  await desk.perform('insider', 'founding.return', { reason: REASON });
  return {};
}

const ALREADY =
  'This store is already initialised, and rf init never replaces its keys. An operator can invite people with ' +
  'rf staff invite. To use another store, set RF_DATA_DIR or DATABASE_URL.';

export const FOUNDING_ATTEMPTS: Attempt[] = [
  returning('Return to the founding while a colleague can act', {
    refusal:
      '… can act as the second person, so the store does not return to its founding. Ask them to approve the change.',
  }),
  returning('Return to the founding before the notice is over', {
    prepare: async (desk) => {
      await giveNotice(desk);
      desk.moveBy(6 * DAY);
      return {};
    },
    refusal: 'Notice was given; the store can return to its founding from …. Run the command again then.',
  }),
  returning('Return to the founding after the notice, when a colleague has come back', {
    prepare: async (desk) => {
      await giveNotice(desk);
      await desk.context.store.db
        .updateTable('staff_tokens')
        .set({ revoked_at: null })
        .where('staff_id', '=', desk.people.reviewer.actor.id)
        .execute();
      desk.moveBy(8 * DAY);
      return {};
    },
    refusal:
      '… can act as the second person, so the store does not return to its founding. Ask them to approve the change.',
  }),
  returning('Invite all colleagues again and return to the founding while they still work', {
    prepare: async (desk) => {
      for (const who of ['operator', 'reviewer', 'officer', 'tom'] as const) {
        await desk.perform('insider', 'staff.invite_again', { person: desk.people[who].actor.name });
      }
      await desk.perform('insider', 'founding.return', { reason: REASON });
      desk.moveBy(8 * DAY);
      await authenticate(desk.context, desk.people.reviewer.token);
      return {};
    },
    refusal:
      '… can act as the second person, so the store does not return to its founding. Ask them to approve the change.',
  }),
  {
    title: 'Return to the founding after somebody stopped the notice',
    by: 'insider',
    prepare: async (desk) => {
      await giveNotice(desk);
      await desk.perform('analyst', 'founding.stop', { reason: 'I am here.' });
      desk.moveBy(8 * DAY);
      return {};
    },
    otherwise: ['outcome', returnAgain],
    leaves: ['founding', 'audit'],
    refusal: 'A new notice of seven days begins.',
  },
  {
    title: 'Return to the founding without a reason',
    by: 'insider',
    act: ['founding.return', () => ({ reason: ' ' })],
    command: () => ['staff', 'founding', 'return', '--reason', ' '],
    refusal: 'Returning to the founding needs a reason.',
  },
  {
    title: 'Return to the founding as an analyst',
    by: 'analyst',
    act: ['founding.return', () => ({ reason: REASON })],
    command: () => ['staff', 'founding', 'return', '--reason', REASON],
    refusal: 'This requires the … role, which … does not have.',
  },
  {
    title: 'Run rf init on a store that is initialised',
    by: 'nobody',
    command: () => ['init', '--operator', 'Ivy'],
    otherwise: [
      'outcome',
      ({ context, services }) => initialise(context, services.masterKey(), { operator: 'Ivy' }),
    ],
    refusal: ALREADY,
  },
  {
    title: 'Add a second first operator',
    by: 'nobody',
    otherwise: [
      'outcome',
      ({ context }) => context.store.transaction((writes) => addFirstOperator(context, writes, 'Ivy')),
    ],
    refusal: 'The staff is not empty, so people are added by invitation.',
  },
  {
    title: 'Change a setting of the rule alone while the store is being founded',
    store: 'founding',
    by: 'insider',
    first: async (desk) => {
      const { request } = await desk.perform('insider', 'rules.set', {
        name: 'activation_notice_days',
        value: 1,
      });
      return { request: request! };
    },
    act: ['requests.approve', (_, { request }) => ({ request })],
    command: (_, { request }) => ['approvals', 'approve', request!],
    leaves: ['requests', 'audit'],
    refusal: 'This takes two people: you requested it, so somebody else must approve it.',
  },
];

async function returnAgain(desk: Desk): Promise<void> {
  const { state, effective_at } = await desk.perform('insider', 'founding.return', { reason: REASON });
  if (state === 'notice' && effective_at === instantText(desk.context.clock() + 7 * DAY)) {
    throw new Refusal('conflict', 'A new notice of seven days begins.');
  }
}
