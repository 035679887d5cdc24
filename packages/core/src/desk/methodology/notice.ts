// The notice period: after the first framework, a framework must be announced some days before it takes effect, so that
// readers can prepare. Urgency waives it, with a public reason.

import { frameworkVersion, type MethodologyDocument } from '@rf-indicators/engine';
import { deskRule } from '../../accounts/desk-rules.ts';
import { Refusal } from '../../context/refusal.ts';
import { civilDate } from '../../context/times.ts';
import type { Queries, Writes } from '../../store/store.ts';

const DAY = 24 * 60 * 60 * 1000;
const LONGEST_REASON = 2000;

/** Refuses an effective date that is too early on the date of `now`. Returns the urgent reason to publish, if any. */
export async function requireNotice(
  db: Queries | Writes,
  document: MethodologyDocument,
  urgent: string | undefined,
  now: number,
): Promise<string | null> {
  const reason = readReason(urgent);
  const { effective_from } = document;
  const days = (await isFirst(db)) ? 0 : await deskRule(db, 'activation_notice_days');
  if (days === 0 || effective_from >= civilDate(now + days * DAY)) {
    if (reason === null) return null;
    const message =
      days === 0
        ? 'The first framework needs no notice, so it needs no urgent reason.'
        : `${frameworkVersion(document)} takes effect on ${effective_from}, which keeps the notice period of ${inDays(days)}, so it needs no urgent reason.`;
    throw new Refusal('validation_failed', message);
  }
  if (reason === null) {
    throw new Refusal(
      'conflict',
      `${frameworkVersion(document)} takes effect on ${effective_from}. With the notice period of ${inDays(days)}, the ` +
        `earliest date is ${civilDate(now + days * DAY)}. Sign a version with a later date, or give an urgent reason, ` +
        'which is published.',
    );
  }
  await refuseBeforeLastRun(db, document);
  return reason;
}

function readReason(urgent: string | undefined): string | null {
  if (urgent === undefined) return null;
  const reason = urgent.trim();
  if (reason !== '' && reason.length <= LONGEST_REASON) return reason;
  throw new Refusal('validation_failed', `The urgent reason must have 1 to ${LONGEST_REASON} characters.`);
}

function inDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** Before the first framework there is nothing that readers rely on. */
async function isFirst(db: Queries | Writes): Promise<boolean> {
  const earlier = await db.selectFrom('methodology_activations').select('digest').limit(1).executeTakeFirst();
  return earlier === undefined;
}

/** Otherwise published indicators would be dated when another framework was in effect than the one they were scored with. */
async function refuseBeforeLastRun(db: Queries | Writes, document: MethodologyDocument): Promise<void> {
  const { last } = await db
    .selectFrom('indicators')
    .select(({ fn }) => fn.max('as_of').as('last'))
    .executeTakeFirstOrThrow();
  if (last === null || document.effective_from >= civilDate(Number(last))) return;
  throw new Refusal(
    'conflict',
    `${frameworkVersion(document)} takes effect on ${document.effective_from}, but indicators were already published ` +
      `as of ${civilDate(Number(last))} under another framework. Sign a version with a later date.`,
  );
}
