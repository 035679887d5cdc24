// Writes and reviews the rationales of the demo world: sentences by what happened, with the names of inputs and no figure.

import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import { listRationales } from '@rf-indicators/core/desk/rationales/list';
import { materialOf, offered } from '@rf-indicators/core/desk/rationales/material';
import { requireSubjects, type Subject } from '@rf-indicators/core/desk/rationales/subjects';
import { reviewRationales, writeRationale } from '@rf-indicators/core/desk/rationales/write';

type Offered = ReturnType<typeof offered>;
interface Owner {
  run?: string;
  withdrawal?: string;
}

/** The analyst writes, and the reviewer approves, what news of a draft or a withdrawal is not published without. */
export async function explainNews(
  context: Context,
  { analyst, reviewer }: { analyst: Actor; reviewer: Actor },
  owner: Owner,
): Promise<void> {
  const { db } = context.store;
  const missing = (await listRationales(db, owner)).filter(
    ({ required, status }) => required && status !== 'approved',
  );
  if (missing.length === 0) return;
  const frameworks = new Map();
  const written: string[] = [];
  for (const { provider_id, rationale, status } of missing) {
    if (rationale !== null && status === 'written') {
      written.push(rationale.id);
      continue;
    }
    const [subject] = await requireSubjects(db, owner, [provider_id]);
    const text = rationaleText(subject!, offered(await materialOf(db, subject!, frameworks)));
    const news = await writeRationale(context, analyst, { ...owner, providers: [provider_id], text });
    written.push(...news.map(({ id }) => id));
  }
  await reviewRationales(context, reviewer, { rationales: written, decision: 'approved', confirms: true });
}

function rationaleText(subject: Subject, material: Offered): string {
  const { kind, providerId } = subject;
  // The same provider has the same turns of phrase each time.
  const turn = Number.parseInt(providerId.slice(-4), 16);
  const opening = OPENINGS[kind] ?? OPENINGS.band_change!;
  return [
    opening[turn % opening.length]!(material),
    ...(material.caps_moved ? ['A cap of the framework also changed, which moves the score at once.'] : []),
    outlookText(material, turn),
  ].join(' ');
}

type Opening = (material: Offered) => string;

const OPENINGS: Readonly<Record<string, readonly Opening[]>> = {
  initial: [
    ({ would_lower }) =>
      `This is our first indicator of the provider, on documents that it published and on public records. Most of the score rests on ${list(would_lower)}.`,
    ({ would_raise }) =>
      `We begin to cover this provider with the evidence that is public today. What holds the score back most is ${list(would_raise)}.`,
  ],
  band_change: [
    ({ drivers }) => `The change of band follows from new evidence on ${driversText(drivers)}.`,
    ({ drivers }) =>
      `New documents changed our view of ${driversText(drivers)}, and together they move the indicator across the bound of its band.`,
  ],
  correction: [
    ({ drivers }) =>
      `A recorded value was wrong, and we restate every indicator that used it. The restatement concerns ${driversText(drivers)}; the evidence on everything else is unchanged.`,
  ],
  reinstatement: [
    () =>
      'The reason for the withdrawal is settled: the checks that were missing have been made, and the evidence on record gives a score again.',
  ],
  withdrawal: [
    () =>
      'We withdraw the indicator because it would no longer inform: the evidence that it rests on is not going to be renewed. The withdrawal is no statement about the quality of the provider.',
  ],
};

function outlookText({ would_raise, would_lower }: Offered, turn: number): string {
  const raise = list(would_raise);
  // What could move the score both ways is named once.
  const lower = list(
    would_lower.filter(({ input }) => !would_raise.slice(0, 3).some((one) => one.input === input)),
  );
  return turn % 2 === 0
    ? `Better evidence on ${raise} would raise the score. Weaker evidence on ${lower}, or documents that are not renewed, would lower it.`
    : `The score would rise with better ${raise}. It would fall if ${lower} worsened, or if the documents behind them became too old.`;
}

function driversText(drivers: Offered['drivers']): string {
  return drivers.length === 0 ? 'the structure of the provider' : list(drivers);
}

/** "equity ratio, stress test and runway": the first three. */
function list(inputs: readonly { name: string }[]): string {
  const names = [...new Set(inputs.map(({ name }) => inSentence(name)))].slice(0, 3);
  if (names.length === 0) return 'all modules';
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function inSentence(name: string): string {
  return /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
