// The committee of the demo world. Its members vote in this process, as people who are signed in do at the desk: the officer chairs.

import { MATTER_EFFECTS } from '@rf-indicators/core/acts/matter-effects';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import { draftMatters, type Matter, openedMatter } from '@rf-indicators/core/desk/committee/matter-items';
import { isReadable, valuesOf } from '@rf-indicators/core/desk/committee/value-facts';
import { castVote, recuse, waiveReading } from '@rf-indicators/core/desk/committee/vote';
import { recordShowings } from '@rf-indicators/core/desk/inputs/shown-evidence';
import { recordOpenings } from '@rf-indicators/core/desk/inputs/vault';
import { entriesOf } from '@rf-indicators/core/desk/matters/entries';
import { ruleOf } from '@rf-indicators/core/desk/matters/open-matter';
import { recordsIn } from '@rf-indicators/core/desk/matters/record';
import { ruleForMatter } from '@rf-indicators/core/desk/matters/rule';
import { voters } from '@rf-indicators/core/desk/matters/voters';
import { inPortions } from '@rf-indicators/core/store/bulk';

export interface Meeting {
  /** Who has had the evidence of the changed values on screen. Without a reader, the chair waives it. */
  reader?: Actor;
  /** What the minutes say. */
  minute?: string;
  /** Votes against it. */
  dissenter?: { id: string; words: string };
  recused?: { id: string; reason: string };
}

/** Has everything of a draft accepted that the committee decides. */
export async function decideDraft(context: Context, runId: string, meeting: Meeting = {}): Promise<void> {
  const { db } = context.store;
  const run = await db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
  await hold(context, await draftMatters(db, run), meeting);
}

/** Has a withdrawal or a review accepted. */
export async function decideMatter(context: Context, id: string, meeting: Meeting = {}): Promise<void> {
  await hold(context, [await openedMatter(context.store.db, id)], meeting);
}

/** Has the evidence of all that the committee decides of a draft on screen. */
export async function readDraftEvidence(context: Context, reader: Actor, runId: string): Promise<void> {
  const { db } = context.store;
  const run = await db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
  await readEvidence(context, reader, await draftMatters(db, run));
}

async function hold(context: Context, matters: readonly Matter[], meeting: Meeting): Promise<void> {
  const [first] = matters;
  if (first === undefined) return;
  const { reader, dissenter, recused, minute = 'The committee met and read the draft.' } = meeting;
  const signedIn: Context = { ...context, via: 'session' };
  const seen = matters.map(({ id, seen: state }) => ({ matter: id, seen: state }));
  const { db } = context.store;
  const able = await voters(db);
  const entries = (await entriesOf(db, [first.scope])).get(first.scope)!;
  // In an earlier meeting about the same draft, before it changed.
  const isWaived = (recordsIn(entries).get(first.item)?.waivers.length ?? 0) > 0;
  const rule = ruleOf(entries) ?? (await ruleForMatter(db));
  const inChair = able.find(({ id }) => id === rule.chair)!;
  const recusing = able.find(({ id }) => id === recused?.id);
  if (recusing !== undefined) await recuse(signedIn, recusing, seen, recused!.reason, MATTER_EFFECTS);
  // The chair speaks last, so that the vote which decides comes after what is said.
  const others = able.filter((one) => one !== inChair && one !== recusing);
  const reviewersFirst = others.toSorted((a, b) => Number(isReviewer(b)) - Number(isReviewer(a)));
  const voting = [...reviewersFirst.slice(0, rule.quorum - 1), inChair];
  if (reader !== undefined) await readEvidence(context, reader, matters);
  else if (!isWaived) await waive(signedIn, inChair, matters, seen);
  for (const voter of voting) {
    if (voter.id === dissenter?.id)
      await castVote(signedIn, voter, seen, { vote: 'against', dissent: dissenter.words }, MATTER_EFFECTS);
    else {
      const line = voter === inChair ? { minute } : {};
      await castVote(signedIn, voter, seen, { vote: 'for', ...line }, MATTER_EFFECTS);
    }
  }
  await requireAccepted(context, matters);
}

function isReviewer({ roles }: Pick<Actor, 'roles'>): boolean {
  return roles.includes('reviewer');
}

/** Somebody who meets and leaves something open has forgotten something. */
async function requireAccepted(context: Context, matters: readonly Matter[]): Promise<void> {
  const { scope } = matters[0]!;
  const records = recordsIn((await entriesOf(context.store.db, [scope])).get(scope)!);
  const open = matters.find(({ item }) => records.get(item)?.outcome?.outcome !== 'accepted');
  if (open !== undefined) throw new Error(`The committee left ${open.kind} ${open.id} open.`);
}

/** Opens the documents behind the changed values, and has their evidence on screen. */
async function readEvidence(context: Context, reader: Actor, matters: readonly Matter[]): Promise<void> {
  const values = [...(await valuesOf(context.store.db, matters)).values()].flat().filter(isReadable);
  const evidence = [...new Set(values.map(({ evidenceId }) => evidenceId!))];
  await recordOpenings(
    context,
    reader,
    values.map(({ document }) => document!),
  );
  await recordShowings(context, reader, evidence, 'page');
}

async function waive(
  signedIn: Context,
  chair: Actor,
  matters: readonly Matter[],
  seen: readonly { matter: string; seen: string }[],
): Promise<void> {
  if (!(await hasReadable(signedIn, matters))) return;
  const sentence = 'The committee read the documents together in its meeting.';
  await waiveReading(signedIn, chair, seen, { sentence }, MATTER_EFFECTS);
}

/** Nearly every matter has something to read, so the first few say it. */
async function hasReadable({ store }: Context, matters: readonly Matter[]): Promise<boolean> {
  for (const portion of inPortions(matters, 100)) {
    const values = [...(await valuesOf(store.db, portion)).values()].flat();
    if (values.some(isReadable)) return true;
  }
  return false;
}
