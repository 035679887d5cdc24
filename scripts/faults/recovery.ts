// When a world works again: every node says that it is operational, serves a score, and confirms a write.

import { setTimeout as pause } from 'node:timers/promises';
import { perform } from './load/acts.ts';
import type { Requests } from './load/request.ts';

export interface RecoveryOptions {
  requests: Requests;
  nodes: readonly string[];
  apiKey: string;
  memberToken: string;
  provider: string;
  timeoutMs: number;
  /** Whether nodes may still count limits on their own, because Redis lost its counts. */
  mayCountAlone: boolean;
}

const POLL_MS = 100;

/** The seconds until the last node works; a node that did not recover in time is named. */
export async function untilRecovered(options: RecoveryOptions): Promise<{ seconds: number; left: string[] }> {
  const begun = performance.now();
  const waits = await Promise.all(options.nodes.map((node) => nodeRecovered(node, options)));
  const left = waits.filter((why) => why !== null);
  return { seconds: (performance.now() - begun) / 1000, left };
}

/** null once the node works; otherwise why it does not. */
async function nodeRecovered(node: string, options: RecoveryOptions): Promise<string | null> {
  const until = performance.now() + options.timeoutMs;
  let why: string | null;
  do {
    why = await faultOf(node, options);
    if (why === null) return null;
    await pause(POLL_MS);
  } while (performance.now() < until);
  return `${node}: ${why}`;
}

async function faultOf(
  node: string,
  { requests, apiKey, memberToken, provider, mayCountAlone }: RecoveryOptions,
): Promise<string | null> {
  const status = await requests.send(`${node}/api/v1/status`, { timeoutMs: 2000 });
  if (status.kind === 'failed') return status.reason;
  const said = JSON.parse(status.text) as {
    components: { name: string; status: string; detail?: string }[];
  };
  const faulty = said.components.filter(
    (component) =>
      component.status !== 'operational' && !(mayCountAlone && component.name === 'shared_limits'),
  );
  if (faulty.length > 0) return faulty.map(({ name, detail }) => detail ?? name).join(' ');
  const score = await requests.send(`${node}/api/v1/scores/${provider}`, {
    headers: { 'x-api-key': apiKey },
    timeoutMs: 2000,
  });
  if (score.kind === 'failed') return `score: ${score.reason}`;
  if (score.status !== 200) return `score: ${score.status}`;
  const written = await perform(requests, node, {
    name: 'keys.create',
    input: { name: `recovered ${Date.now()} ${Math.random()}`, tier: 'FREE', hourly_limit: 1 },
    token: memberToken,
  });
  return written.kind === 'done'
    ? null
    : `write: ${written.kind} ${'reason' in written ? written.reason : written.detail}`;
}
