// One week of the demo world: new inputs, renewals of ageing evidence, and a published run.

import { asRows } from '@rf-indicators/core/desk/import/rows';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { publishDueFrameworks } from '@rf-indicators/core/desk/methodology/announcements';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { sweepStaleness } from '@rf-indicators/core/desk/publication/staleness';
import { sweepReviews } from '@rf-indicators/core/desk/reviews/sweep';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { decideDraft, type Meeting } from './committee.ts';
import { activeProviders, type DemoWorld, WEEK } from './demo-world.ts';
import { fictionalEvidence } from './evidence.ts';
import type { NewFact } from './histories/history.ts';
import { explainNews } from './rationales.ts';
import { CONFIRMATION, readAndApprove } from './read-and-approve.ts';
import { renewalRows } from './renewals.ts';
import { FIRST_INDICATOR, FIRST_RUN } from './story.ts';

const MINUTE = 60 * 1000;
/** How long after the week's run the confirming run is. */
export const CONFIRMED_AFTER = 12 * 60 * MINUTE;
const CONFIRMING_TURNS = 4;
/** The provider that the guides ask for, Brindlewick Vaults. */
const IN_GUIDES = 'FX-01';

/** Proposes new and renewed inputs as one sheet, has it approved, then runs and publishes. */
export async function publishWeek(world: DemoWorld, monday: number, news: readonly NewFact[]): Promise<void> {
  const { context, people, methodology } = world;
  context.moveTo(monday - 3 * MINUTE);
  const rows = [...newRows(world, news), ...(await renewalRows(world, monday, news))];
  const { batchId } = await proposeInputs(context, people.analyst, methodology, asRows(rows));
  await readAndApprove(context, people.reviewer, { batchId }, monday - 2 * MINUTE);
  context.moveTo(monday);
  await runAndPublish(world, 'scheduled', await scoredProviders(world));
  await publishDueFrameworks(context);
  await sweepStaleness(context, world.publisher.policy);
  await sweepReviews(context);
}

/**
 * In the evening nothing is new, so the run confirms its indicators. Providers take turns, a quarter of them each week, and
 * the one of the guides is confirmed each time.
 */
export async function confirmWeek(world: DemoWorld, monday: number): Promise<void> {
  const week = Math.round((monday - FIRST_RUN) / WEEK);
  const all = await scoredProviders(world);
  const inGuides = world.providers.get(IN_GUIDES)!.id;
  world.context.moveTo(monday + CONFIRMED_AFTER);
  await runAndPublish(
    world,
    'manual',
    all.filter((id, at) => id === inGuides || (at + week) % CONFIRMING_TURNS === 0),
  );
}

async function runAndPublish(
  world: DemoWorld,
  kind: 'scheduled' | 'manual',
  providerIds: readonly string[],
): Promise<void> {
  const { context, people, publisher, check } = world;
  const asked = { kind, asOf: context.clock(), providerIds, check };
  const runId = await computeRun(context, people.operator, asked);
  await explainNews(context, people, { run: runId });
  await decideDraft(context, runId, await meetingOf(world));
  await publishRun(context, people.operator, runId, publisher);
}

const DISSENT_FROM = Date.parse('2026-06-01');
const RECUSAL_FROM = Date.parse('2026-07-01');

/** In one meeting the reviewer dissents, and in a later one they are recused: the second reviewer keeps the quorum. */
async function meetingOf({ context, people }: DemoWorld): Promise<Meeting> {
  const { reviewer, secondReviewer } = people;
  if (secondReviewer.id === reviewer.id) return { reader: reviewer };
  const now = context.clock();
  const happened = await context.store.db
    .selectFrom('committee_entries')
    .select('kind')
    .where(({ eb, or, and }) =>
      or([eb('kind', '=', 'recusal'), and([eb('kind', '=', 'vote'), eb('content', 'like', '%"against"%')])]),
    )
    .execute();
  const has = (kind: 'vote' | 'recusal') => happened.some((entry) => entry.kind === kind);
  if (now >= RECUSAL_FROM && !has('recusal'))
    return { reader: secondReviewer, recused: { id: reviewer.id, reason: RECUSAL } };
  if (now >= DISSENT_FROM && !has('vote'))
    return { reader: secondReviewer, dissenter: { id: reviewer.id, words: DISSENT } };
  return { reader: secondReviewer };
}

const RECUSAL = 'A relative of mine holds a deposit with the provider.';
const DISSENT = 'I would ask the provider first: the document may be a draft.';

/** Values that one document reports share its evidence. */
function newRows({ providers }: DemoWorld, news: readonly NewFact[]) {
  const documents = new Map<string, ReturnType<typeof fictionalEvidence>>();
  return news.map(({ date, provider, input, value, grade, title, note }) => {
    const evidence = documents.get(`${date} ${title}`) ?? fictionalEvidence(title, date, grade);
    documents.set(`${date} ${title}`, evidence);
    const row = {
      provider: providers.get(provider)!.slug,
      input,
      value,
      evidence,
      confirmation: CONFIRMATION,
    };
    return note === undefined ? row : { ...row, note };
  });
}

/** Without the provider whose first indicator waits for the visitor, until that is published. */
async function scoredProviders({ context, providers }: DemoWorld): Promise<string[]> {
  const { db } = context.store;
  const ids = await activeProviders(db);
  const waiting = providers.get(FIRST_INDICATOR.name);
  if (waiting === undefined) return ids;
  const published = await db
    .selectFrom('provider_states')
    .select('provider_id')
    .where('provider_id', '=', waiting.id)
    .executeTakeFirst();
  return published === undefined ? ids.filter((id) => id !== waiting.id) : ids;
}
