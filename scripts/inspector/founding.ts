// Attempts to return to the founding, where one person enrols others alone.

import { addFirstOperator } from '@rf-indicators/core/accounts/founding';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { instantText } from '@rf-indicators/core/context/times';
import { initialise } from '@rf-indicators/core/desk/initialise';
import { serveDays } from '../../test/support/service-days.ts';
import { DAY } from '../../test/support/world.ts';
import type { Attempt, Things } from './attempt.ts';
import type { Desk } from './desk.ts';

const REASON = 'I am alone.';

export function returning(title: string, rest: Omit<Attempt, 'title' | 'act' | 'command' | 'by'>): Attempt {
  return {
    title,
    by: 'insider',
    act: ['founding.return', () => ({ reason: REASON })],
    command: () => ['staff', 'founding', 'return', '--reason', REASON],
    ...rest,
  };
}

/** Everybody else has lost their tokens. */
export async function othersLeave({ context, people }: Desk): Promise<void> {
  await context.store.transaction((writes) =>
    writes
      .updateTable('staff_tokens')
      .set({ revoked_at: context.clock() })
      .where('staff_id', '<>', people.insider.actor.id)
      .where('confirmed_at', 'is not', null)
      .execute(),
  );
}

/** Days on which the service runs: each has a seal in the log. */
function serve({ context, services, moveBy }: Desk, days: number): Promise<void> {
  return serveDays(context, services.masterKey(), days, moveBy);
}

async function giveNotice(desk: Desk): Promise<Things> {
  await othersLeave(desk);
  await desk.perform('insider', 'founding.return', { reason: REASON });
  return {};
}

async function editAttendance({ context, people }: Desk): Promise<Things> {
  await authenticate(context, people.reviewer.token);
  await context.store.db
    .updateTable('staff_attendance')
    .set({ last_day: '2020-01-01' })
    .where('staff_id', '<>', people.insider.actor.id)
    .execute();
  return {};
}

export const NOTICE_NOT_OVER =
  'Notice was given; the store can return to its founding from …, after 7 days with a signed checkpoint. There … since. Run the command again then.';

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
      await serve(desk, 6);
      return {};
    },
    refusal: NOTICE_NOT_OVER,
  }),
  returning('Return to the founding with a clock that is eight days ahead', {
    prepare: async (desk) => {
      await giveNotice(desk);
      desk.moveBy(8 * DAY);
      return {};
    },
    refusal: NOTICE_NOT_OVER,
  }),
  returning('Return to the founding with a clock that is a year ahead, so that colleagues seem to be gone', {
    prepare: async (desk) => {
      desk.moveBy(365 * DAY);
      return {};
    },
    refusal:
      '… can act as the second person, so the store does not return to its founding. Ask them to approve the change.',
  }),
  returning('Give notice of a return to the founding with a clock that is eight days behind', {
    prepare: async (desk) => {
      await othersLeave(desk);
      await serve(desk, 9);
      desk.moveBy(-8 * DAY);
      return {};
    },
    refusal:
      'The clock of this machine (…) is behind the last signed checkpoint (…), and nothing is recorded as of before it. Set the clock (timedatectl, NTP), then try again.',
  }),
  returning('Return to the founding after editing when colleagues were last there', {
    prepare: editAttendance,
    refusal:
      'The store does not return to its founding, because its records were altered: staff_attendance … is missing, or is not what was recorded. Run rf verify --all, and restore a backup with rf restore.',
    // It opens the store after the edit.
    skips: ['command'],
  }),
  {
    title: 'Return to the founding by a command, after editing when colleagues were last there',
    by: 'insider',
    prepare: editAttendance,
    command: () => ['staff', 'founding', 'return', '--reason', REASON],
    refusal:
      'The records of who may do what were altered: staff_attendance … is missing or was changed. Nothing is permitted until this is resolved. Run rf verify --all, and restore a backup with rf restore.',
  },
  returning('Return to the founding after the notice, when a colleague has come back', {
    prepare: async (desk) => {
      await giveNotice(desk);
      await desk.context.store.transaction((writes) =>
        writes
          .updateTable('staff_tokens')
          .set({ revoked_at: null })
          .where('staff_id', '=', desk.people.reviewer.actor.id)
          .execute(),
      );
      await serve(desk, 8);
      return {};
    },
    refusal:
      '… can act as the second person, so the store does not return to its founding. Ask them to approve the change.',
  }),
  returning('Invite all colleagues again and return to the founding while they still work', {
    prepare: async (desk) => {
      for (const who of ['operator', 'reviewer', 'secondReviewer', 'officer', 'tom'] as const) {
        await desk.perform('insider', 'staff.invite_again', { person: desk.people[who].actor.name });
      }
      await desk.perform('insider', 'founding.return', { reason: REASON });
      await serve(desk, 8);
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
      await serve(desk, 8);
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
