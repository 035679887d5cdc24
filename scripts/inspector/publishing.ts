// Attempts to publish alone, or what others have overtaken.

import { SERVICE } from '@rf-indicators/core/context/actor';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { instantText } from '@rf-indicators/core/context/times';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { DAY, MINUTE } from '../../test/support/world.ts';
import { type Attempt, DRAFT, type Things } from './attempt.ts';
import { type Desk, WITHDRAWN } from './desk.ts';
import { approvedDraft, approvedInput, type Proposal, slug, withdraw } from './others.ts';

/** With what is missing: the votes, or what else the rule asks for. */
export const UNDECIDED = 'Nothing of this draft can be published yet. … Providers: ….';

type RunOf = (desk: Desk, things: Things) => string;
export const firsts: RunOf = ({ drafts }) => drafts.firsts;
const downgrade: RunOf = ({ drafts }) => drafts.downgrade;
export const drafted: RunOf = (_, { run }) => run!;

export function publishing(
  title: string,
  runOf: RunOf,
  rest: Omit<Attempt, 'title' | 'act' | 'command'>,
): Attempt {
  return {
    title,
    act: ['runs.publish', (desk, things) => ({ run: runOf(desk, things) })],
    command: (desk, things) => ['publish', runOf(desk, things)],
    ...rest,
  };
}

/** A run that publishes nothing is on record, and sealed. */
const PUBLISHED = ['publications', 'log_state', 'log_leaves', 'log_nodes', 'checkpoints'];

export const PUBLISHING: Attempt[] = [
  publishing('Publish a first indicator alone', firsts, { by: 'operator', refusal: UNDECIDED }),
  publishing('Publish a change of band alone', downgrade, { by: 'operator', refusal: UNDECIDED }),
  publishing('Publish a change of band with RF_SECOND_PERSON=no', downgrade, {
    by: 'operator',
    env: { RF_SECOND_PERSON: 'no' },
    refusal: UNDECIDED,
  }),
  {
    title: 'Let the service publish first indicators that nobody decided',
    by: 'insider',
    otherwise: ['outcome', publishAsService],
    // The service publishes what takes nobody, which is nothing here, and holds the rest.
    leaves: [...PUBLISHED, 'audit'],
    refusal: 'Held for the committee: 3 providers.',
  },
  publishing('Publish as an analyst', firsts, {
    by: 'analyst',
    refusal: 'This requires the operator role, which … does not have.',
  }),
  publishing('Publish as a reviewer', firsts, {
    by: 'reviewer',
    refusal: 'This requires the operator role, which … does not have.',
  }),
  publishing('Publish a correction alone', drafted, {
    by: 'insider',
    prepare: async (desk) => ({ wrong: await publishedInput(desk) }),
    first: draftCorrection,
    leaves: DRAFT,
    refusal: 'A correction is published as a whole, once the committee has accepted it. …',
  }),
  publishing('Publish a reinstatement alone', drafted, {
    by: 'insider',
    first: async (desk) => {
      const { run_id } = await desk.perform('insider', 'reinstatements.draft', {
        providers: [slug(WITHDRAWN)],
        reason: 'The dispute is over.',
      });
      return { run: run_id };
    },
    leaves: DRAFT,
    refusal: UNDECIDED,
  }),
  {
    title: 'Reinstate a provider that has no score',
    by: 'operator',
    prepare: async (desk) => {
      desk.moveBy(200 * DAY);
      return {};
    },
    act: ['reinstatements.draft', () => ({ providers: [slug(WITHDRAWN)], reason: 'It goes on.' })],
    command: () => ['reinstate', slug(WITHDRAWN), '--reason', 'It goes on.'],
    // The draft that showed it is kept, as discarded.
    leaves: DRAFT,
    refusal:
      'These providers have no score now, so they cannot be reinstated: …. rf due shows which inputs need current ' +
      'evidence.',
  },
  {
    title: 'Reinstate a provider that was not withdrawn',
    by: 'operator',
    act: ['reinstatements.draft', () => ({ providers: [slug('FX-02')], reason: 'It goes on.' })],
    command: () => ['reinstate', slug('FX-02'), '--reason', 'It goes on.'],
    refusal: 'These providers are not withdrawn: ….',
  },
  publishing('Publish a draft that was made before the provider was withdrawn', drafted, {
    by: 'operator',
    prepare: async (desk) => {
      const run = await approvedDraft(desk, 'FX-02');
      desk.moveBy(MINUTE);
      await withdraw(desk, 'FX-02');
      return { run };
    },
    refusal:
      'Other indicators were published or withdrawn after this run was computed. Compute a new run. Providers: ….',
  }),
  publishing('Publish a draft that another publication has overtaken', drafted, {
    by: 'operator',
    prepare: async (desk) => {
      const [run, other] = [await approvedDraft(desk, 'FX-02'), await approvedDraft(desk, 'FX-02')];
      await desk.perform('operator', 'runs.publish', { run: other });
      return { run };
    },
    refusal:
      'Other indicators were published or withdrawn after this run was computed. Compute a new run. Providers: ….',
  }),
  publishing('Publish a draft that was discarded', drafted, {
    by: 'operator',
    prepare: async (desk) => {
      const run = await approvedDraft(desk, 'FX-02');
      await desk.perform('reviewer', 'runs.discard', { run, reason: 'Not now.' });
      return { run };
    },
    refusal: 'Run … is discarded, not a draft.',
  }),
  {
    title: 'Compute a run as of the future',
    by: 'operator',
    act: ['runs.compute', (desk) => ({ as_of: instantText(desk.context.clock() + DAY) })],
    command: (desk) => ['run', '--as-of', instantText(desk.context.clock() + DAY)],
    refusal: 'A run cannot score as of a time in the future.',
  },
  {
    title: 'Bring back a withdrawn provider with an ordinary run',
    by: 'operator',
    otherwise: ['outcome', (desk) => publishNothing(desk, WITHDRAWN, { everything: true })],
    leaves: [...DRAFT, ...PUBLISHED],
    refusal: 'The run publishes nothing.',
  },
  {
    title: 'Bring back an earlier score with a run as of the past',
    by: 'operator',
    prepare: lowerScore,
    otherwise: [
      'outcome',
      (desk, { before }) => publishNothing(desk, 'FX-02', { as_of: instantText(Number(before)) }),
    ],
    leaves: [...DRAFT, ...PUBLISHED],
    refusal: 'The run publishes nothing.',
  },
];

async function publishAsService({ context, drafts, services }: Desk): Promise<void> {
  const publisher = { masterKey: services.masterKey(), policy: services.policy, checkpointFile: null };
  const { published, held } = await publishRun(context, SERVICE, drafts.firsts, publisher);
  if (published === 0) throw new Refusal('conflict', `Held for the committee: ${held.length} providers.`);
}

/** An approved input that a published indicator used. */
async function publishedInput(desk: Desk, given: Proposal = {}): Promise<string> {
  const wrong = await approvedInput(desk, given);
  desk.moveBy(MINUTE);
  const run = await approvedDraft(desk, 'FX-02');
  await desk.perform('operator', 'runs.publish', { run });
  desk.moveBy(MINUTE);
  return wrong;
}

async function draftCorrection(desk: Desk, { wrong }: Things): Promise<Things> {
  const { run_id: run } = await desk.perform('insider', 'corrections.draft', {
    wrong: wrong!,
    reason: 'It was wrong.',
  });
  return { run };
}

/** A lower score of a published provider; `before` is an instant at which the reason was not known. */
async function lowerScore(desk: Desk): Promise<Things> {
  const before = String(desk.context.clock());
  desk.moveBy(MINUTE);
  await publishedInput(desk, { input: 'obligation_cover_months', value: '10.0' });
  return { before };
}

async function publishNothing(desk: Desk, sample: string, wanted: object): Promise<void> {
  const { run_id: run } = await desk.perform('operator', 'runs.compute', {
    providers: [slug(sample)],
    ...wanted,
  });
  const { published } = await desk.perform('operator', 'runs.publish', { run });
  if (published === 0) throw new Refusal('conflict', 'The run publishes nothing.');
}
