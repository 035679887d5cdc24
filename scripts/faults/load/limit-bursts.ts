// Bursts of the load: a new key with a small limit of its own, and more requests than it allows, sent to all nodes at
// once. The oracle sees every request, so it knows how many may be accepted: exactly the limit.

import { perform } from './acts.ts';
import type { Journal } from './journal.ts';
import type { Requests } from './request.ts';

export interface BurstOptions {
  requests: Requests;
  journal: Journal;
  nodes: () => readonly string[];
  memberToken: string;
  /** Whether Redis has a fault now, or had one a moment ago: twice the limit is allowed then. */
  hasLimitFault: () => boolean;
}

const LIMIT = 30;
/** More than twice the limit, so that too many can be accepted also while Redis has a fault. */
const SENT = 4 * LIMIT;

/** Whether the burst could be judged; false if no key could be created. */
export async function burst({
  requests,
  journal,
  nodes,
  memberToken,
  hasLimitFault,
}: BurstOptions): Promise<boolean> {
  const urls = nodes();
  if (urls.length === 0) return false;
  const created = await perform(requests, urls[0]!, {
    name: 'keys.create',
    input: { name: `burst ${Date.now()} ${Math.random()}`, tier: 'ENTERPRISE', hourly_limit: LIMIT },
    token: memberToken,
  });
  if (created.kind !== 'done') {
    journal.count(`keys: ${created.kind}`);
    return false;
  }
  const wasFault = hasLimitFault();
  const before = await ownDecisions(requests, urls);
  const outcomes = await Promise.all(
    Array.from({ length: SENT }, (_, at) =>
      requests.send(`${urls[at % urls.length]}/api/v1/usage`, {
        headers: { 'x-api-key': created.answer.key },
      }),
    ),
  );
  let accepted = 0;
  let refused = 0;
  let unknown = 0;
  for (const outcome of outcomes) {
    if (outcome.kind === 'failed') unknown += 1;
    else if (outcome.status === 429) refused += 1;
    else if (outcome.status === 200) accepted += 1;
    // The limit comes before the store, so the request may have been counted.
    else if (outcome.status === 503) unknown += 1;
    else journal.violation(`A request of a burst gave ${outcome.status}: ${outcome.text.slice(0, 200)}`);
  }
  journal.count('bursts');
  const isInjected = wasFault || hasLimitFault();
  // On a busy machine Redis may be late without a fault that was injected; the nodes count what they decide themselves.
  const isFault = isInjected || (await ownDecisions(requests, urls)) !== before;
  if (isInjected) journal.count('bursts during a fault of the limits');
  else if (isFault) journal.count('other bursts in which a node decided by itself');
  const most = isFault ? 2 * LIMIT : LIMIT;
  if (accepted > most) journal.violation(`${accepted} requests were accepted of a key that allows ${LIMIT}.`);
  if (!isFault && refused > 0 && accepted + unknown < LIMIT)
    journal.violation(
      `${refused} requests were refused, although only ${accepted} of ${LIMIT} had been accepted.`,
    );
  return true;
}

/** How often the nodes decided without Redis, by their metrics. */
async function ownDecisions(requests: Requests, nodes: readonly string[]): Promise<string> {
  const counts = await Promise.all(
    nodes.map(async (node) => {
      const outcome = await requests.send(`${node}/metrics`, { timeoutMs: 2000 });
      return outcome.kind === 'answered'
        ? /^rf_shared_limit_fallbacks_total (\d+)$/m.exec(outcome.text)?.[1]
        : '?';
    }),
  );
  return counts.join(' ');
}
