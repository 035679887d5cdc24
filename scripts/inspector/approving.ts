// Attempts to approve inputs alone, or without evidence.

import { Refusal } from '@rf-indicators/core/context/refusal';
import { civilDate } from '@rf-indicators/core/context/times';
import { DAY, MINUTE } from '../../test/support/world.ts';
import { type Attempt, DRAFT, type Things } from './attempt.ts';
import { type Desk, WORSENED } from './desk.ts';
import {
  approvedInput,
  DOCUMENT,
  evidence,
  evidenceOptions,
  type Proposal,
  proposalRow,
  propose,
  slug,
} from './others.ts';

const PROPOSED = ['proposals', 'open_proposals', 'evidence', 'documents', 'audit'];
const OWN = '… proposed this and cannot decide on it. Another reviewer must decide. …: … was proposed by …';

function approving(title: string, rest: Omit<Attempt, 'title' | 'act' | 'command' | 'by'>): Attempt {
  return {
    title,
    by: 'insider',
    act: ['inputs.approve', (_, { proposals }) => ({ proposals: proposals!.split(' '), unopened: true })],
    command: (_, { proposals }) => ['inputs', 'approve', ...proposals!.split(' '), '--unopened'],
    ...rest,
  };
}

async function own(desk: Desk): Promise<Things> {
  const { batch, proposal } = await propose(desk, 'insider');
  return { batch, proposals: proposal };
}

/** A colleague has rejected it, and can still take that back. */
async function justRejected(desk: Desk): Promise<Things> {
  const { proposal } = await propose(desk, 'analyst');
  const { proposal: listed } = await desk.perform('analyst', 'inputs.show', { proposal });
  await desk.perform('reviewer', 'inputs.decide', {
    ...{ verdict: 'reject', reason: 'Not checked.' },
    proposals: [{ proposal, seen: listed.current?.value ?? null }],
  });
  return { proposals: proposal };
}

function deciding(_: Desk, { proposals }: Things): object {
  return { verdict: 'approve', proposals: [{ proposal: proposals, seen: null }] };
}

const tomorrow = (desk: Desk) => civilDate(desk.context.clock() + 2 * DAY);
const TERMS = { kind: 'attestation', title: 'A report', grade: 'B', quote: 'As reported.' };

/** An attempt to propose one row, by act and command. */
function proposing(
  title: string,
  given: (desk: Desk) => Proposal & { evidence?: object },
  refusal: string,
): Attempt {
  return {
    title,
    by: 'insider',
    act: ['inputs.propose', (desk) => ({ rows: [{ value: proposalRow(desk, given(desk)) }] })],
    command: (desk) => {
      const { provider, input, value, evidence: told } = proposalRow(desk, given(desk));
      return [
        'inputs',
        'propose',
        provider,
        input,
        value,
        ...evidenceOptions(desk, told as Record<string, string>),
      ];
    },
    refusal,
  };
}

function unknownColumn(name: string): string {
  return `Nothing was saved: 1 problem. line 2, ${name}: is not a known member; check its spelling`;
}

/** A file of inputs with one column too many. */
function inputsFile(title: string, column: string, cell: string, refusal: string): Attempt {
  return {
    title,
    by: 'insider',
    command: (_, { folder }) => ['inputs', 'import', `${folder}/inputs.csv`],
    files: async (desk) => ({
      'inputs.csv':
        `provider,input,value,evidence.kind,evidence.title,evidence.evidence_date,evidence.grade,${column}\n` +
        `${slug('FX-02')},key_quorum,3,website,A page,${civilDate(desk.context.clock())},D,${cell}\n`,
    }),
    refusal,
  };
}

function providersFile(
  title: string,
  columns: string,
  cells: (desk: Desk) => string,
  refusal: string,
): Attempt {
  return {
    title,
    by: 'insider',
    command: (_, { folder }) => ['providers', 'import', `${folder}/providers.csv`],
    files: async (desk) => ({ 'providers.csv': `slug,name,${columns}\n${slug('FX-02')},,${cells(desk)}\n` }),
    refusal,
  };
}

export const APPROVING: Attempt[] = [
  approving("Approve one's own proposal", { first: own, leaves: PROPOSED, refusal: OWN }),
  {
    ...approving("Approve one's own batch", { first: own, leaves: PROPOSED, refusal: OWN }),
    act: ['inputs.approve', (_, { batch }) => ({ batch, unopened: true })],
    command: (_, { batch }) => ['inputs', 'approve', '--batch', batch!, '--unopened'],
  },
  approving("Approve one's own proposal among those of others: all or none", {
    prepare: async (desk) => ({
      other: (await propose(desk, 'analyst', { provider: slug('FX-03') })).proposal,
    }),
    first: async (desk, { other }) => ({ proposals: `${other} ${(await own(desk)).proposals}` }),
    leaves: PROPOSED,
    refusal: OWN,
  }),
  {
    ...approving("Reject one's own proposal", { first: own, leaves: PROPOSED, refusal: OWN }),
    act: ['inputs.reject', (_, { proposals }) => ({ proposals: [proposals], reason: 'No.' })],
    command: (_, { proposals }) => ['inputs', 'reject', proposals!, '--reason', 'No.'],
  },
  {
    ...approving('Approve without opening the document', {
      prepare: async (desk) => {
        const told = { evidence: evidence(desk, { ...TERMS, document: 'report.txt' }) };
        return { proposals: (await propose(desk, 'analyst', told, DOCUMENT)).proposal };
      },
      refusal:
        'Nothing was approved: you have not opened all of the documents. Open them, or approve with --unopened, which is ' +
        'recorded. …: has a document that you have not opened: rf evidence open …',
    }),
    act: ['inputs.approve', (_, { proposals }) => ({ proposals: [proposals] })],
    command: (_, { proposals }) => ['inputs', 'approve', proposals!],
  },
  approving('Approve a proposal that was already decided', {
    prepare: async (desk) => {
      const { proposal } = await propose(desk, 'analyst');
      await desk.perform('reviewer', 'inputs.reject', { proposals: [proposal], reason: 'Not checked.' });
      return { proposals: proposal };
    },
    refusal: 'Nothing was decided. …: has already been rejected',
  }),
  {
    ...approving('Approve as an analyst', {
      prepare: async (desk) => ({ proposals: (await propose(desk, 'insider')).proposal }),
      refusal: 'This requires the reviewer role, which … does not have.',
    }),
    by: 'analyst',
  },
  {
    title: "Approve one's own proposal in the browser",
    by: 'insider',
    first: own,
    act: ['inputs.decide', deciding],
    leaves: PROPOSED,
    refusal: OWN,
  },
  {
    title: 'Approve in the browser what was opened, but not shown',
    by: 'insider',
    prepare: async (desk) => {
      const told = { evidence: evidence(desk, { ...TERMS, document: 'report.txt' }) };
      const { proposal } = await propose(desk, 'analyst', told, DOCUMENT);
      const { proposal: listed } = await desk.perform('analyst', 'inputs.show', { proposal });
      await desk.perform('insider', 'evidence.open', { evidence: listed.evidence.id });
      return { proposals: proposal };
    },
    act: ['inputs.decide', deciding],
    refusal:
      'Nothing was approved: the evidence was not shown to you. Look at each document at its quote first. …: has a ' +
      'document that was not shown to you at its quote',
  },
  {
    title: 'Decide in the browser what a colleague has just decided',
    by: 'insider',
    prepare: justRejected,
    act: ['inputs.decide', deciding],
    refusal: 'Nothing was decided. …: was just rejected by …',
  },
  {
    title: "Take a colleague's decision back",
    by: 'insider',
    prepare: justRejected,
    act: ['inputs.take_back', (_, { proposals }) => ({ proposals: [proposals] })],
    refusal: 'Only the person who decided can take it back.',
  },
  {
    title: 'Lift a cap with weaker evidence',
    by: 'insider',
    otherwise: ['outcome', liftCap],
    leaves: [...PROPOSED, 'decisions', ...DRAFT],
    refusal: 'The value is contested, and the cap stays.',
  },
  proposing(
    'Propose a value with evidence of grade B but no document',
    (desk) => ({ evidence: evidence(desk, TERMS) }),
    'Nothing was saved: 1 problem. …: evidence of grade B requires a stored copy of its document',
  ),
  proposing(
    'Propose a value with the hash of a document that is not stored',
    (desk) => ({ evidence: evidence(desk, { ...TERMS, sha256: 'f'.repeat(64) }) }),
    'Nothing was saved: 1 problem. …: no stored document has this hash',
  ),
  proposing(
    'Propose a value with evidence that is dated in the future',
    (desk) => ({ evidence: evidence(desk, { evidence_date: tomorrow(desk) }) }),
    'Nothing was saved: 1 problem. …: An evidence date is after the scoring date. Found ….',
  ),
  proposing(
    'Propose a value that does not follow from those on record',
    () => ({ input: 'yield_spread', value: '0.10' }),
    'Nothing was saved: 1 problem. …: must be …, not 0.10: it is derived from …',
  ),
  {
    title: 'Change the type of a provider by import, without evidence',
    by: 'insider',
    act: [
      'providers.import',
      () => ({ rows: [{ value: { slug: slug('FX-02'), planner_type: 'stablecoin' } }] }),
    ],
    command: (_, { folder }) => ['providers', 'import', `${folder}/providers.csv`],
    files: async () => ({ 'providers.csv': `slug,planner_type\n${slug('FX-02')},stablecoin\n` }),
    refusal: 'Nothing was saved: 1 problem. …: is missing; it is needed for planner_type',
  },
  {
    title: 'Change a flag or the yield of a provider by import, without evidence',
    by: 'insider',
    act: [
      'providers.import',
      () => ({ rows: [{ value: { slug: slug('FX-02'), yield_max: '1.00', flags: { lends: true } } }] }),
    ],
    command: (_, { folder }) => ['providers', 'import', `${folder}/providers.csv`],
    files: async () => ({ 'providers.csv': `slug,yield_max,flags.lends\n${slug('FX-02')},1.00,true\n` }),
    refusal: 'Nothing was saved: 1 problem. …: is missing; it is needed for yield_max, lends',
  },
  {
    title: 'Renew a value with older evidence',
    by: 'insider',
    act: [
      'inputs.renew',
      (desk) => ({
        input: 'withdrawal_status',
        providers: [slug('FX-02')],
        evidence: evidence(desk, { evidence_date: '2025-01-01' }),
      }),
    ],
    command: (desk) => [
      ...['inputs', 'renew', 'withdrawal_status', slug('FX-02')],
      ...evidenceOptions(desk, { evidence_date: '2025-01-01' }),
    ],
    refusal: 'Nothing was saved: 1 problem. …: is older than the evidence on record, which is dated …',
  },
  {
    title: 'Correct an input with itself',
    by: 'insider',
    prepare: async (desk) => ({ wrong: await approvedInput(desk) }),
    act: ['corrections.draft', (_, { wrong }) => ({ wrong, replacement: wrong, reason: 'It was wrong.' })],
    command: (_, { wrong }) => ['correct', wrong!, '--with', wrong!, '--reason', 'It was wrong.'],
    refusal: 'An input cannot replace itself. Name the input that is right.',
  },
  {
    title: 'Correct an input with a proposal that nobody approved',
    by: 'insider',
    prepare: async (desk) => ({ wrong: await approvedInput(desk) }),
    first: async (desk) => ({ mine: (await propose(desk, 'insider')).proposal }),
    leaves: PROPOSED,
    act: [
      'corrections.draft',
      (_, { wrong, mine }) => ({ wrong, replacement: mine, reason: 'It was wrong.' }),
    ],
    command: (_, { wrong, mine }) => ['correct', wrong!, '--with', mine!, '--reason', 'It was wrong.'],
    refusal: '… is not an approved input, or it has already been retracted.',
  },
  inputsFile(
    'Import inputs with a column approved_by',
    'approved_by',
    'Demo Reviewer',
    unknownColumn('approved_by'),
  ),
  inputsFile('Import inputs with a column decision', 'decision', 'approved', unknownColumn('decision')),
  inputsFile('Import inputs with a column status', 'status', 'approved', unknownColumn('status')),
  inputsFile(
    'Import inputs with a column proposed_by',
    'proposed_by',
    'Demo Analyst',
    unknownColumn('proposed_by'),
  ),
  providersFile(
    'Import providers with a column approved_by',
    'approved_by',
    () => 'Demo Reviewer',
    unknownColumn('approved_by'),
  ),
  providersFile(
    'Import providers with a column verification_id',
    'verification_id',
    () => 'RF-1',
    unknownColumn('verification_id'),
  ),
  {
    title: 'Import a due sheet that says it was approved',
    by: 'insider',
    command: (_, { folder }) => ['inputs', 'import', `${folder}/due.csv`],
    files: async (desk) => ({
      'due.csv':
        'provider,input,current_value,result,evidence.kind,evidence.title,evidence.evidence_date,evidence.grade,decision\n' +
        `${slug('FX-02')},key_quorum,2,unchanged,website,A page,${civilDate(desk.context.clock())},D,approved\n`,
    }),
    refusal: 'Nothing was saved: 1 problem. line 2 (…), decision: is not a known member; check its spelling',
  },
  {
    title: 'Import a due sheet with another current value than the one on record',
    by: 'insider',
    command: (_, { folder }) => ['inputs', 'import', `${folder}/due.csv`],
    files: async (desk) => ({
      'due.csv':
        'provider,input,current_value,result,evidence.kind,evidence.title,evidence.evidence_date,evidence.grade\n' +
        `${slug('FX-02')},key_quorum,5,unchanged,website,A page,${civilDate(desk.context.clock())},D\n`,
    }),
    refusal:
      'Nothing was saved: 1 problem. line 2 (…), current_value: is out of date: the value on record is 2; write the sheet ' +
      'again',
  },
];

/** One key caps the score of this provider, by evidence of grade A. A website says otherwise, and a reviewer approves that. */
async function liftCap(desk: Desk): Promise<void> {
  const { db } = desk.context.store;
  const { batch } = await propose(desk, 'insider', { provider: slug(WORSENED), value: '3' });
  await desk.perform('reviewer', 'inputs.approve', { batch });
  desk.moveBy(MINUTE);
  const { run_id } = await desk.perform('insider', 'runs.compute', { providers: [slug(WORSENED)] });
  const items = await db
    .selectFrom('run_items')
    .select(['contested', 'final_score', 'risk_band'])
    .where('run_id', 'in', [run_id, desk.drafts.downgrade])
    .execute();
  const scores = new Set(items.map(({ final_score, risk_band }) => `${final_score} ${risk_band}`));
  if (scores.size !== 1 || !items.some(({ contested }) => contested.includes('key_quorum'))) return;
  throw new Refusal('conflict', 'The value is contested, and the cap stays.');
}
