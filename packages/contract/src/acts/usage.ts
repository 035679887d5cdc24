// The usage of a workspace's keys, for its members. A key itself reads only its own, with GET /api/v1/usage.

import { CivilDate, TierName } from '../schemas/common.ts';
import { Type } from '../type.ts';
import { act, MEMBER_ROLES } from './act.ts';
import { givenInstant, Id, PageInput, pageOf, strict, text, WorkspaceName } from './forms.ts';

const readers = { member: MEMBER_ROLES, staff: ['operator'] } as const;
const LATE = 'The service saves its counts every second, so the latest requests may be missing.';

const key = { key_id: Id, key_name: Type.String(), key_prefix: Type.String(), tier: TierName };
const counts = {
  accepted: Type.Integer({ minimum: 0 }),
  refused: Type.Integer({ minimum: 0, description: 'Requests over the limit.' }),
};

const range = {
  since: Type.Optional(givenInstant('From the day of this instant on; the last 30 days if absent.')),
  until: Type.Optional(givenInstant('Up to and including the day of this instant.')),
  key: Type.Optional(text('Only requests with this key: its prefix, id or name.', 120)),
  operation: Type.Optional(text('Only requests for this operation, such as getScore.', 100)),
};

export const usageActs = {
  'usage.list': act({
    kind: 'read',
    who: readers,
    description: `Lists the requests of the keys of a workspace by day (UTC) and key, newest day first. ${LATE}`,
    input: strict({ workspace: WorkspaceName, ...range, ...PageInput }),
    answer: pageOf(
      strict({
        day: CivilDate,
        ...key,
        ...counts,
      }),
    ),
    command: {
      name: 'usage',
      options: {
        since: { help: 'from this day on, such as 2026-04-01 (default: the last 30 days)' },
        until: { help: 'up to and including this day' },
      },
      columns: {
        DAY: '{day}',
        NAME: '{key_name}',
        KEY: '{key_prefix}…',
        TIER: '{tier}',
        ACCEPTED: '{accepted}',
        'OVER LIMIT': '{refused}',
      },
    },
  }),
  'usage.totals': act({
    kind: 'read',
    who: readers,
    description: `Adds up the requests of the keys of a workspace over a range of days: by key, by day and by operation. ${LATE}`,
    input: strict({ workspace: WorkspaceName, ...range }),
    answer: strict({
      ...counts,
      by_key: Type.Array(strict({ ...key, ...counts }), {
        description: 'By name. Keys without requests are absent.',
      }),
      by_day: Type.Array(strict({ day: CivilDate, ...counts }), {
        description: 'Oldest first. Days without requests are absent.',
      }),
      by_operation: Type.Array(strict({ operation: Type.String(), ...counts }), {
        description: 'By name. Calls of agent tools are listed by tool.',
      }),
    }),
  }),
};
