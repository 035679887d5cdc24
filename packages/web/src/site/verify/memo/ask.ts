// Asks the service for the proofs of the ids in a memo, checks each, and says what is known. Only ids are sent; the names
// of providers come as one file.

import { checkReceived } from '../check.ts';
import { shortDay } from '../format.ts';
import type { Pins } from '../pins.ts';
import { NotReceived, receiveKeys, receiveNames, receiveProof } from '../received.ts';
import type { Proof } from '../steps.ts';
import type { Known } from './finding.ts';
import type { NamedProvider } from './provider-names.ts';

/** At once, so that a long memo does not flood the service. */
const AT_ONCE = 4;

export async function askAbout(ids: readonly string[], pins: Pins): Promise<Map<string, Known>> {
  const known = new Map<string, Known>();
  if (ids.length === 0) return known;
  const keys = await receiveKeys().catch((error: NotReceived) => error);
  const waiting = [...ids];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      known.set(
        id,
        keys instanceof NotReceived ? { kind: 'unchecked', why: keys.message } : await about(id, keys, pins),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return known;
}

/** Null if the names cannot be got. */
export async function askForNames(): Promise<NamedProvider[] | null> {
  try {
    return (JSON.parse(await receiveNames()) as { providers: NamedProvider[] }).providers;
  } catch {
    return null;
  }
}

async function about(id: string, keys: string, pins: Pins): Promise<Known> {
  try {
    const proof = await receiveProof(id);
    const checked = await checkReceived(id, { proof, keys, witnesses: [] }, pins);
    if (checked.verdict === 'altered' || checked.proof === null) {
      const failed = checked.steps.find(({ result }) => result === 'failed');
      return { kind: 'altered', why: failed === undefined ? '' : `${failed.name}: ${failed.found}` };
    }
    const { statement, published_at, state, stale_since } = checked.proof;
    return {
      kind: 'published',
      providerId: statement.provider_id,
      name: statement.provider_name,
      score: statement.final_score,
      band: statement.risk_band,
      scoredOn: dayOf(statement.as_of),
      publishedOn: dayOf(published_at),
      isCurrent: state === 'current' && stale_since === null,
      note: noteOn(checked.proof),
    };
  } catch (error) {
    if (!(error instanceof NotReceived)) throw error;
    return error.status === 404 ? { kind: 'unknown' } : { kind: 'unchecked', why: error.message };
  }
}

function dayOf(instant: string): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** What a reader of the memo should know besides; null for a current indicator. */
function noteOn({ state, followed_by, stale_since }: Proof): string | null {
  if (stale_since !== null) return `Stale since ${shortDay(stale_since)}.`;
  if (state === 'superseded') {
    return followed_by.renewed_by === null ? 'Superseded since.' : null;
  }
  if (state === 'corrected') return 'Later corrected.';
  if (state === 'withdrawn')
    return followed_by.withdrawal === null
      ? 'Withdrawn.'
      : `Withdrawn on ${shortDay(followed_by.withdrawal.withdrawn_at)}.`;
  return null;
}
