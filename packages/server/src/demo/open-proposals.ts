// Proposals of the demo's analyst that wait for a reviewer, so that the approvals queue has something to show. Nobody
// in the demo decides on them: the visitor does.

import type { Context } from '@rf-indicators/core/context/context';
import { civilDate } from '@rf-indicators/core/context/times';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import type { GivenEvidence } from '@rf-indicators/core/desk/inputs/evidence';
import { proposeInputs, renewUnchanged } from '@rf-indicators/core/desk/inputs/propose';
import { effectiveMethodology } from '@rf-indicators/core/desk/methodology/signed';
import { sampleProviders, slugOf } from './founding.ts';
import { OPEN_PROPOSALS, type OpenProposal } from './open-proposals-story.ts';
import { knownPeople } from './world.ts';

const MINUTE = 60 * 1000;
/** How long ago the analyst proposed the first of them, and how long each takes. */
const BEGAN_BEFORE = 180 * MINUTE;
const EACH_TAKES = 16 * MINUTE;

/** The first start proposes them; later ones leave them as they are, decided or not. */
export async function prepareOpenProposals(context: Context): Promise<void> {
  if (await arePrepared(context)) return;
  const { analyst } = (await knownPeople(context.store))!;
  const now = context.clock();
  const { methodology } = await effectiveMethodology(context.store.db, now);
  // All documents are of the day on which they were proposed: evidence from the future is refused.
  const date = civilDate(now - BEGAN_BEFORE);
  for (const [index, open] of OPEN_PROPOSALS.entries()) {
    const past = { ...context, clock: () => now - BEGAN_BEFORE + index * EACH_TAKES };
    const evidence = evidenceOf(open, date);
    if (open.value === 'unchanged') {
      const renewal = { input: open.input, providers: [slugOfSample(open.provider!)], evidence };
      await renewUnchanged(past, analyst, methodology, renewal);
      continue;
    }
    const subject =
      open.provider === null ? { currency: open.currency } : { provider: slugOfSample(open.provider) };
    const row = { ...subject, input: open.input, value: open.value, evidence };
    await proposeInputs(past, analyst, methodology, asRows([row]));
  }
}

async function arePrepared({ store: { db } }: Context): Promise<boolean> {
  const found = await db
    .selectFrom('evidence')
    .select('id')
    .where('title', '=', OPEN_PROPOSALS[0]!.title)
    .executeTakeFirst();
  return found !== undefined;
}

function slugOfSample(sample: string): string {
  return slugOf(sampleProviders().find(({ provider_id }) => provider_id === sample)!);
}

function evidenceOf(
  { title, kind, grade, page, quote, text, url }: OpenProposal,
  date: string,
): GivenEvidence {
  const bytes = Buffer.from(`${text}\nA fictional document of the demo world; it describes no company.\n`);
  return {
    kind,
    title,
    evidence_date: date,
    grade,
    page,
    quote,
    ...(url === undefined ? {} : { url }),
    ...(text === null ? {} : { document: { bytes, media_type: 'text/plain' } }),
  };
}
