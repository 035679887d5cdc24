// Compares how many requests servers answer per second.

import { asMeasured, type Form, type Measurement, median, numberText, ratioAtLeast } from '../measurement.ts';
import { reportProgress } from '../progress.ts';
import type { RunningServer } from './processes.ts';
import { requestsPerSecond, type Target } from './wrk.ts';

/** Many short rounds, because a shared machine can be slow for seconds at a time. */
const ROUND_SECONDS = 1;

/** A server, and the requests that it gets. */
export interface Side {
  label: string;
  server: RunningServer;
  /** Without a URL, the server's own. */
  target?: Partial<Target>;
}

export interface Speed {
  label: string;
  perSecond: number;
  /** Requests per second of processor time, which other work on the machine changes less. */
  perProcessorSecond: number;
}

/**
 * The servers take turns, so that other load on the machine affects all of them. It can only slow a round down, so only the
 * fastest third of the rounds counts.
 */
export async function compareSpeeds(what: string, sides: readonly Side[], form: Form): Promise<Speed[]> {
  const rounds = form.pick(30, 5);
  const measured = sides.map(({ label, server, target }) => ({
    label,
    server,
    target: { url: server.url, ...target },
    speeds: [] as number[],
    costs: [] as number[],
  }));
  // Gives the JIT compiler time to optimise the code.
  for (const { target } of measured) await requestsPerSecond(target, form.pick(6, 2));
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, target, speeds, costs } of measured) {
      const before = server.processorMs();
      const speed = await requestsPerSecond(target, ROUND_SECONDS);
      speeds.push(speed);
      costs.push((server.processorMs() - before) / (speed * ROUND_SECONDS));
    }
    reportProgress(`${what}: round ${round + 1} of ${rounds}`);
  }
  return measured.map(({ label, speeds, costs }) => ({
    label,
    perSecond: medianOfFastestThird(speeds),
    perProcessorSecond: 1000 / median(costs),
  }));
}

function medianOfFastestThird(speeds: readonly number[]): number {
  const fastest = speeds.toSorted((a, b) => b - a).slice(0, Math.ceil(speeds.length / 3));
  return fastest[fastest.length >> 1]!;
}

export function speedAtLeast(
  what: string,
  speeds: readonly Speed[],
  least: number,
  note?: string,
): Measurement {
  return ratioAtLeast(comparedSpeeds(what, speeds, note), least);
}

/** For speeds that nothing is required of. */
export function speedAsMeasured(what: string, speeds: readonly Speed[], note?: string): Measurement {
  return asMeasured(comparedSpeeds(what, speeds, note));
}

function comparedSpeeds(what: string, [ours, peer]: readonly Speed[], note?: string) {
  const figure = ({ label, perSecond }: Speed) => ({ label, value: perSecond, unit: 'requests per second' });
  const byCost = ours!.perProcessorSecond / peer!.perProcessorSecond;
  const cost = `${byCost.toFixed(2)} times in requests per second of processor time (${numberText(ours!.perProcessorSecond)} and ${numberText(peer!.perProcessorSecond)})`;
  return {
    what,
    ours: figure(ours!),
    peer: figure(peer!),
    note: note === undefined ? cost : `${cost}; ${note}`,
  };
}
