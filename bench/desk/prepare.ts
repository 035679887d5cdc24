// Prepares a world for the desk: a due board, open proposals and a draft, the same number of them however many providers
// there are.

import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import { civilDate } from '@rf-indicators/core/context/times';
import { assignManyDue } from '@rf-indicators/core/desk/due/due-notes';
import { refreshDue } from '@rf-indicators/core/desk/due/refresh';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { effectiveMethodology } from '@rf-indicators/core/desk/methodology/signed';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { generated, inputRows, slugOf } from '../world/generated-providers.ts';
import type { Person, Subjects } from './asked.ts';

/** How many providers have open proposals and are in the draft: all of the smallest world. */
const FEW = 12;
/** How many providers are asked about. */
const SAMPLED = 60;

export type People = Readonly<Record<Person, Actor>>;

export async function prepareDesk(context: Context, people: People): Promise<Subjects> {
  const { db } = context.store;
  const now = context.clock();
  const few = Array.from({ length: FEW }, (_, index) => generated(index + 1, now));
  if ((await openProposals(context)).length === 0) {
    const { methodology } = await effectiveMethodology(db, now);
    await proposeInputs(context, people.analyst, methodology, asRows(few.flatMap(inputRows)));
  }
  await refreshDue(context);
  const inputs = few.map(({ name }) => ({ provider: slugOf(name), input: 'insolvency_status' }));
  await assignManyDue(context, people.analyst, inputs, people.analyst.id);
  const runs = await db.selectFrom('runs').select(['id', 'status']).execute();
  const providers = await sampled(context);
  const draft = runs.find(({ status }) => status === 'draft')?.id ?? (await draftOf(context, people, few));
  const evidence = await db.selectFrom('evidence').select('id').limit(SAMPLED).execute();
  return {
    providers,
    proposals: await openProposals(context),
    evidence: evidence.map(({ id }) => id),
    draft,
    published: runs.find(({ status }) => status === 'published')!.id,
    today: civilDate(now),
  };
}

async function openProposals({ store: { db } }: Context): Promise<string[]> {
  const rows = await db.selectFrom('open_proposals').select('proposal_id').orderBy('proposal_id').execute();
  return rows.map(({ proposal_id }) => proposal_id);
}

async function draftOf(context: Context, { operator }: People, few: readonly { name: string }[]) {
  const { db } = context.store;
  const names = few.map(({ name }) => name);
  const rows = await db
    .selectFrom('provider_versions')
    .select('provider_id')
    .where('name', 'in', names)
    .execute();
  return computeRun(context, operator, {
    kind: 'manual',
    asOf: context.clock(),
    everything: true,
    providerIds: rows.map(({ provider_id }) => provider_id),
  });
}

/** Published providers from everywhere in the list. */
async function sampled({ store: { db } }: Context): Promise<Subjects['providers']> {
  const rows = await db
    .selectFrom('served_indicators')
    .select(['provider_id as id', 'slug', 'name'])
    .orderBy('slug')
    .execute();
  const step = Math.max(1, Math.floor(rows.length / SAMPLED));
  return rows.filter((_, at) => at % step === 0);
}
