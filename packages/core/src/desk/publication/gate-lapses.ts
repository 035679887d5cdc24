// When the evidence for the gates of a provider lapses, by what is approved: without it, the indicator is stale.

import type { Methodology } from '@rf-indicators/engine';
import { startOf } from '../../context/times.ts';
import type { ProviderFacts } from '../facts/facts.ts';

const DAY = 24 * 60 * 60 * 1000;

export interface Lapse {
  /** The start of the first day on which the gate's evidence no longer counts. */
  since: number;
  /** One sentence. It names the day of the last check. */
  reason: string;
}

export interface GateLapse extends Lapse {
  kind: 'criterion' | 'gate';
  id: string;
  /** null without any evidence. */
  evidenceDate: string | null;
}

export function firstLapse(methodology: Methodology, facts: ProviderFacts): Lapse | null {
  return gateLapses(methodology, facts)[0] ?? null;
}

/**
 * When each gate lapses, before now or later; the first to lapse comes first. A gate without any evidence counts as lapsed since the framework that
 * requires it took effect.
 */
export function gateLapses(methodology: Methodology, facts: ProviderFacts): GateLapse[] {
  const gates = [
    ...methodology.gates.map(({ id, maxAge }) => ({
      kind: 'gate' as const,
      ...{ id, maxAge, input: facts.gates[id] },
    })),
    ...methodology.criteria
      .filter(({ gate }) => gate)
      .map(({ id, maxAge }) => ({ kind: 'criterion' as const, id, maxAge, input: facts.inputs[id] })),
  ];
  const lapses = gates.map(({ kind, id, maxAge, input }): GateLapse => {
    const subject = gateLabel(id);
    if (input === undefined) {
      return {
        ...{ kind, id, evidenceDate: null },
        since: startOf(methodology.document.effective_from),
        reason: `${subject} has not been checked.`,
      };
    }
    return {
      ...{ kind, id, evidenceDate: input.evidence_date },
      since: startOf(input.evidence_date) + 2 * maxAge * DAY,
      reason: `${subject} was last checked on ${input.evidence_date}.`,
    };
  });
  return lapses.sort((a, b) => a.since - b.since);
}

/** null if it has not lapsed yet. */
export function lapsedAt(lapse: Lapse | null, now: number): Lapse | null {
  return lapse !== null && lapse.since <= now ? lapse : null;
}

/** "insolvency_status" becomes "Insolvency status". */
export function gateLabel(id: string): string {
  const words = id.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function gateIds(methodology: Methodology): string[] {
  const criteria = methodology.criteria.filter(({ gate }) => gate);
  return [...methodology.gates, ...criteria].map(({ id }) => id);
}
