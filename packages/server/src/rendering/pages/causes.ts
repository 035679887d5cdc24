// Why a score is what it is, as far as everybody may know: how many hard rules hold it, the two causes that are named in
// public (insolvency and access to funds), and whether evidence is missing.

import type { HardCap, ScoreSnapshot } from '@rf-indicators/contract';
import type { ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { formatHundredths } from '@rf-indicators/engine';
import { hardRules } from '@rf-indicators/web/charts/score-headline';
import type { Reading } from '../reading.ts';
import { bandInWords } from '../wire/one-line-texts.ts';
import { listInWords } from './page-words.ts';

export interface Causes {
  /** How many hard rules limit the score to what it is. */
  holding: number;
  /** How many hard rules do not limit the score, and would keep it out of the next band. */
  blocking: number;
  /** "the provider is insolvent", for hard rules that are named in public. */
  named: readonly string[];
  /** How many of the rules that hold the score are not named. */
  unnamed: number;
  isEvidenceMissing: boolean;
  isEvidenceExpired: boolean;
}

/** By rule and cap, because a rule with two caps fires for two different states. Other rules are never named in public. */
const PUBLIC_CAUSES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  HR01: { '4.99': 'the provider is insolvent', '39.99': 'the provider is in financial distress' },
  HR02: { '19.99': 'withdrawals are suspended', '39.99': 'withdrawals are restricted' },
};

type Explained = Pick<ScoreSnapshot, 'rf_decision_object' | 'criterion_scores'>;

export function causesIn({ rf_decision_object, criterion_scores }: Explained): Causes {
  const fired = rf_decision_object.hard_caps_fired;
  const named = fired.flatMap((cap) => publicCause(cap) ?? []);
  const holding = fired.filter(({ binding }) => binding);
  return {
    holding: holding.length,
    blocking: fired.filter(({ binding, blocks_next_band }) => !binding && blocks_next_band).length,
    named,
    unnamed: holding.filter((cap) => publicCause(cap) === null).length,
    isEvidenceMissing: criterion_scores.some(({ status }) => status === 'missing'),
    isEvidenceExpired: criterion_scores.some(({ status }) => status === 'expired'),
  };
}

/** Null for a rule that is only counted in public. */
function publicCause({ rule_id, cap }: HardCap): string | null {
  return PUBLIC_CAUSES[rule_id]?.[cap.toFixed(2)] ?? null;
}

/** What is known of one score, for a page about it. */
export async function readExplained(
  reading: Pick<Reading, 'snapshots' | 'baseUrl' | 'disclosure'>,
  served: ServedIndicator,
): Promise<{ causes: Causes; snapshot: ScoreSnapshot }> {
  const [written] = await reading.snapshots.texts([served], reading);
  const snapshot = JSON.parse(written!.text) as ScoreSnapshot;
  return { causes: causesIn(snapshot), snapshot };
}

/** By verification id. */
export async function readCauses(
  reading: Pick<Reading, 'snapshots' | 'baseUrl' | 'disclosure'>,
  served: readonly ServedIndicator[],
): Promise<Map<string, Causes>> {
  const snapshots = await readSnapshots(reading, served);
  return new Map([...snapshots].map(([id, snapshot]) => [id, causesIn(snapshot)]));
}

/** By verification id. */
export async function readSnapshots(
  reading: Pick<Reading, 'snapshots' | 'baseUrl' | 'disclosure'>,
  served: readonly ServedIndicator[],
): Promise<Map<string, ScoreSnapshot>> {
  const texts = await reading.snapshots.texts(served, reading);
  return new Map(
    served.map(({ verificationId }, at) => [verificationId, JSON.parse(texts[at]!.text) as ScoreSnapshot]),
  );
}

/** "kept out of Low risk by 1 hard rule". */
export function blockedInWords(nextBand: string, { blocking }: Pick<Causes, 'blocking'>): string {
  return `kept out of ${bandInWords(nextBand)} by ${hardRules(blocking)}`;
}

/**
 * What everybody may know about a score, in sentences: "High risk: the provider is insolvent. This holds the score at 4.99."
 * Never more than is certain, and never a choice that the reader has to guess.
 */
export function causesInWords(band: string, score: number, causes: Causes): string {
  const figure = formatHundredths(score);
  const lead = `${bandInWords(band)}: `;
  const { holding, named, unnamed } = causes;
  const sentences: string[] = [];
  if (named.length > 0) {
    sentences.push(`${lead}${listInWords(named)}.`);
    if (holding > 0) sentences.push(holdingInWords(figure, holding, unnamed));
  } else if (holding > 0) {
    sentences.push(
      `${lead}${hardRules(holding)} ${holding === 1 ? 'holds' : 'hold'} the score at ${figure}, whatever its criteria add up to.`,
    );
  } else if (band === 'LOW') {
    sentences.push(
      `${lead}the criteria add up to ${figure} of 100.00, well evidenced, and no hard rule fired.`,
    );
  } else {
    sentences.push(`${lead}the criteria add up to ${figure} of 100.00.`);
  }
  return [...sentences, ...evidenceInWords(causes)].join(' ');
}

/** The same without the sentence about the rules that hold the score, for a page that says so above. */
export function besidesHeldInWords(band: string, causes: Causes): string {
  const named = causes.named.length === 0 ? [] : [`${bandInWords(band)}: ${listInWords(causes.named)}.`];
  return [...named, ...evidenceInWords(causes)].join(' ');
}

function evidenceInWords({ isEvidenceMissing, isEvidenceExpired }: Causes): string[] {
  return [
    ...(isEvidenceMissing ? ['Evidence is missing for some criteria, which then count as zero.'] : []),
    ...(isEvidenceExpired ? ['Some evidence has expired and no longer counts.'] : []),
  ];
}

function holdingInWords(figure: string, holding: number, unnamed: number): string {
  if (unnamed === 0) return `This holds the score at ${figure}.`;
  const others = unnamed === 1 ? '1 other hard rule' : `${unnamed} other hard rules`;
  return unnamed === holding
    ? `${hardRules(unnamed)} ${unnamed === 1 ? 'holds' : 'hold'} the score at ${figure}.`
    : `This and ${others} hold the score at ${figure}.`;
}
