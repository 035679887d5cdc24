// Attempts to hide something that was published or recorded.

import { Refusal } from '@rf-indicators/core/context/refusal';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { listSpecimens } from '@rf-indicators/core/desk/providers/specimens';
import { sql } from 'kysely';
import { Forger } from '../../test/support/forger.ts';
import { type Attempt, DRAFT, REQUEST, type Things } from './attempt.ts';
import type { Desk } from './desk.ts';
import { approving } from './enrolling.ts';
import { approvedInput, byTwo, propose, slug } from './others.ts';

const OWN_REQUEST = 'This takes two people: you requested it, so somebody else must approve it.';

async function requestDiscard(desk: Desk, run: string): Promise<Things> {
  const { done, request } = await desk.perform('insider', 'runs.discard', {
    run,
    reason: 'It is not convenient.',
  });
  if (done) throw new Error('one person discarded bad news');
  return { request: request! };
}

/** A statement by somebody who can write to the database, but leaves its triggers and constraints alone. */
function statement(
  title: string,
  refusal: string,
  text: (desk: Desk, things: Things) => string,
  prepare?: Attempt['prepare'],
): Attempt {
  return {
    title,
    by: 'nobody',
    ...(prepare ? { prepare } : {}),
    otherwise: ['database', (desk, things) => execute(desk, text(desk, things))],
    refusal,
  };
}

async function execute({ context }: Desk, text: string): Promise<void> {
  try {
    await sql.raw(text).execute(context.store.db);
  } catch (error) {
    const { message } = error as Error;
    throw new Refusal(
      'conflict',
      /check constraint/i.test(message) ? 'The check constraint of the table fails.' : message,
    );
  }
}

const PROTECTED = {
  audit: 'an audit record',
  decisions: 'a decision',
  indicators: 'a published indicator',
  founding: 'a step of the founding',
  request_decisions: 'a decision on a request',
  committee_entries: 'an entry of the committee',
  methodology_sign_offs: 'a sign-off',
  evidence: 'evidence',
  log_leaves: 'an entry of the log',
  changelog: 'a published change',
} as const;

/** A column of each table that can be set to itself. */
const COLUMNS: Record<keyof typeof PROTECTED, string> = {
  audit: 'action',
  decisions: 'decided_by',
  indicators: 'final_score',
  founding: 'state',
  request_decisions: 'decided_by',
  committee_entries: 'kind',
  methodology_sign_offs: 'staff_id',
  evidence: 'grade',
  log_leaves: 'kind',
  changelog: 'reason',
};

const CHECKED = 'The check constraint of the table fails.';

async function withRows(desk: Desk): Promise<Things> {
  const { request } = await desk.perform('operator', 'staff.set_roles', {
    person: 'Tom',
    roles: ['analyst'],
  });
  await desk.perform('reviewer', 'requests.approve', { request: request! });
  return {};
}

const changes = (Object.keys(PROTECTED) as (keyof typeof PROTECTED)[]).flatMap((table) => {
  const refusal = `${table} is append-only: a published record is never changed`;
  const column = COLUMNS[table];
  return [
    statement(
      `Change ${PROTECTED[table]} in the database`,
      refusal,
      () => `update ${table} set ${column} = ${column}`,
      withRows,
    ),
    statement(`Delete ${PROTECTED[table]} in the database`, refusal, () => `delete from ${table}`, withRows),
  ];
});

/** A change of what the public calls a provider, which the person who requested it approves. */
function naming(title: string, act: 'rename' | 'change_slug' | 'describe', change: object): Attempt {
  return approving(title, {
    first: async (desk) => {
      const input = { provider: slug('FX-02'), reason: 'It is one.', ...change };
      const { done, request } = await desk.perform('insider', `providers.${act}`, input);
      if (done) throw new Error('one person changed what the public calls a provider');
      return { request: request! };
    },
    leaves: REQUEST,
    refusal: OWN_REQUEST,
  });
}

const MADE_UP_REASON = { reason: 'It is good for us.' };

/** Whether readers without a key get the packages of a provider that two people never named. */
async function openPackages({ context }: Desk): Promise<void> {
  const specimens = await listSpecimens(context.store.db);
  if (!specimens.some((one) => one.slug === slug('FX-02')))
    throw new Refusal('conflict', 'Nobody is given the package.');
}

export const HIDING: Attempt[] = [
  approving('Let anyone read the packages of a provider, and approve that oneself', {
    first: async (desk) => {
      const input = { provider: slug('FX-02'), ...MADE_UP_REASON };
      const { done, request } = await desk.perform('insider', 'specimens.name', input);
      if (done) throw new Error('one person gave packages away');
      return { request: request! };
    },
    leaves: REQUEST,
    refusal: OWN_REQUEST,
  }),
  {
    title: 'Let anyone read the packages of a provider with a row of another one, copied in the database',
    by: 'nobody',
    prepare: async (desk) => {
      await byTwo(desk, 'specimens.name', { provider: slug('FX-05'), ...MADE_UP_REASON });
      const forger = await Forger.at(desk.context.store);
      const [row] = await forger.rowsOf('specimens');
      const provider = await findProvider(desk.context.store.db, slug('FX-02'));
      await forger.insert('specimens', { ...row!, seq: 99, provider_id: provider!.id });
      return {};
    },
    otherwise: ['outcome', openPackages],
    refusal: 'Nobody is given the package.',
  },
  naming('Rename a published provider and approve that oneself', 'rename', { name: 'A company (FRAUD)' }),
  naming('Change the slug of a published provider and approve that oneself', 'change_slug', {
    slug: 'a-fraud',
  }),
  naming('Change the website of a published provider and approve that oneself', 'describe', {
    website: 'https://fraud.example',
  }),
  {
    title: 'Rename a published provider with a file of providers',
    by: 'insider',
    act: [
      'providers.import',
      () => ({ rows: [{ value: { slug: slug('FX-02'), name: 'A company (FRAUD)' } }] }),
    ],
    refusal:
      'Nothing was saved: 1 problem. …: … is published, so its name, website, subtype, other names and identifiers take two people: rf providers rename, rf providers describe',
  },
  {
    title: 'Retire a provider with a published indicator',
    by: 'insider',
    act: ['providers.retire', () => ({ provider: slug('FX-02') })],
    command: () => ['providers', 'retire', slug('FX-02')],
    refusal:
      '… has a published indicator, which runs would no longer update. Withdraw it first, which takes two people.',
  },
  approving('Discard a draft with a lower band and approve that oneself', {
    first: (desk) => requestDiscard(desk, desk.drafts.downgrade),
    leaves: REQUEST,
    refusal: OWN_REQUEST,
  }),
  approving('Discard a correction and approve that oneself', {
    prepare: async (desk) => {
      const wrong = await approvedInput(desk, {
        provider: slug('FX-02'),
        input: 'integrity_finding',
        value: 'none',
      });
      return { wrong };
    },
    first: async (desk, { wrong }) => {
      const { run_id } = await desk.perform('insider', 'corrections.draft', {
        wrong: wrong!,
        reason: 'It was wrong.',
      });
      return requestDiscard(desk, run_id);
    },
    leaves: [...DRAFT, ...REQUEST],
    refusal: OWN_REQUEST,
  }),
  {
    title: "Discard a colleague's draft as an analyst",
    by: 'analyst',
    act: ['runs.discard', (desk) => ({ run: desk.drafts.firsts, reason: 'No.' })],
    command: (desk) => ['discard', desk.drafts.firsts, '--reason', 'No.'],
    refusal: 'This requires the reviewer or operator role, which … does not have.',
  },
  ...changes,
  statement(
    "Insert a decision on one's own proposal",
    CHECKED,
    ({ people }, { proposal }) =>
      'insert into decisions (proposal_id, proposed_by, decision, decided_by, decided_at) ' +
      `values ('${proposal}', '${people.insider.actor.id}', 'approved', '${people.insider.actor.id}', 1)`,
    async (desk) => ({ ...(await propose(desk, 'insider')) }),
  ),
  statement(
    "Insert an approval of one's own request",
    CHECKED,
    ({ people }, { request }) =>
      'insert into request_decisions (request_id, requested_by, decision, decided_by, decided_at) ' +
      `values ('${request}', '${people.insider.actor.id}', 'approved', '${people.insider.actor.id}', 1)`,
    async (desk) => {
      const { request } = await desk.perform('insider', 'staff.retire', { person: 'Tom' });
      return { request: request! };
    },
  ),
  statement(
    'Insert a publication that its publisher approved',
    CHECKED,
    ({ people, drafts }) =>
      'insert into publications (id, run_id, published_at, published_by, approved_by, tree_size) ' +
      `values ('p', '${drafts.firsts}', 1, '${people.insider.actor.id}', '${people.insider.actor.id}', 0)`,
  ),
  statement(
    'Insert a withdrawal that one person requested and approved',
    CHECKED,
    ({ people }) =>
      'insert into withdrawals (id, provider_id, verification_id, reason, withdrawn_at, withdrawn_by, approved_by) ' +
      `select 'w', provider_id, verification_id, 'No.', 1, '${people.insider.actor.id}', '${people.insider.actor.id}' ` +
      'from indicators limit 1',
  ),
  statement(
    'Insert evidence of grade A without a document',
    CHECKED,
    ({ people }) =>
      'insert into evidence (id, kind, title, evidence_date, grade, recorded_at, recorded_by) ' +
      `values ('e', 'k', 't', '2026-04-01', 'A', 1, '${people.insider.actor.id}')`,
  ),
  statement(
    'Confirm a claim in the database as the person who invited',
    CHECKED,
    ({ people }) =>
      `update staff_invitations set confirmed_at = 1, confirmed_by = invited_by where staff_id = '${people.una.actor.id}'`,
  ),
];
