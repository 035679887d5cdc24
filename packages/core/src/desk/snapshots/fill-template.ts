// Fills the holes of a snapshot's template with what is served about the indicator now, or was at the requested time.

import type { ContestedValue, Disclosures } from '@rf-indicators/contract';
import { plainIdentifiers } from '../../context/identifiers.ts';
import type { Contested } from '../facts/known.ts';
import { wireReview } from '../served/analysis.ts';
import type { ServedIndicator } from '../served/served.ts';
import { HOLE, TEMPLATE_FORM } from './template-form.ts';
import { instant } from './wire-instants.ts';
import { hundredths } from './wire-numbers.ts';

export interface SnapshotSettings {
  baseUrl: string;
  disclosure: string;
}

/** The texts that the row of an indicator names by their numbers. */
export interface Analysis {
  rationale: string | null;
  disclosures: Disclosures | null;
}

export interface Template {
  text: string;
  /** The checksum under which it is stored; null if it was not prepared. */
  crc32: number | null;
}

export interface SnapshotText {
  /** JSON. */
  text: string;
  /**
   * A short text that is another one if the snapshot is, unless two templates of one indicator have the same checksum;
   * null if the snapshot was not prepared.
   */
  mark: string | null;
}

/** `askedAsOf` is the requested time, if the caller asked for a past state. */
export function snapshotText(
  { text: template, crc32 }: Template,
  served: ServedIndicator,
  analysis: Analysis,
  settings: SnapshotSettings,
  askedAsOf?: number,
): SnapshotText {
  const { text: filled, values } = fillTemplate(template, served, analysis, settings, askedAsOf);
  const mark = crc32 === null ? null : `${TEMPLATE_FORM} ${served.verificationId} ${crc32} ${values.join()}`;
  return { text: filled, mark };
}

export interface FilledTemplate {
  /** The JSON text of a snapshot. */
  text: string;
  /** What was put into the holes, as JSON. */
  values: readonly string[];
}

export function fillTemplate(
  template: string,
  served: ServedIndicator,
  { rationale, disclosures }: Analysis,
  { baseUrl, disclosure }: SnapshotSettings,
  askedAsOf?: number,
): FilledTemplate {
  const parts = template.split(HOLE);
  const verifiedAt = text(instant(served.verifiedAt));
  const before = [
    // Also without a hole: snapshots that were prepared before there were identifiers have none.
    `${text(served.name)},"identifiers":${text(plainIdentifiers(served.identifiers))}`,
    text(served.subtype),
    text(served.slug),
    // The requested time is a member of its own, which only such a response has.
    askedAsOf === undefined ? verifiedAt : `${verifiedAt},"as_of":${text(instant(askedAsOf))}`,
    text(confirmation(served, baseUrl)),
    String(served.staleReason !== null),
    text(served.staleReason),
    text(wireReview(served.review)),
    text(rationale),
    text(disclosures),
    text(served.verificationId),
    text(`${baseUrl}/verify`),
    text(served.correctedBy),
    text(previous(served)),
  ];
  const after = [text(otherContested(served, parts)), text(`${baseUrl}/methodology`), text(disclosure)];
  // A hole follows each part but the last.
  const criteria = parts
    .slice(before.length, -after.length - 1)
    .map((part) => criterionContested(served, part));
  const values = [...before, ...criteria, ...after];
  let filled = parts[0]!;
  for (let at = 1; at < parts.length; at += 1) filled += values[at - 1]! + parts[at]!;
  return { text: filled, values };
}

const text = JSON.stringify as (value: unknown) => string;

function confirmation({ confirmedBy }: ServedIndicator, baseUrl: string) {
  return (
    confirmedBy && {
      run: confirmedBy.runId,
      confirmed_at: instant(confirmedBy.at),
      url: `${baseUrl}/api/public/confirmations/${confirmedBy.runId}`,
    }
  );
}

function previous({ previous: before }: ServedIndicator) {
  return (
    before && {
      verification_id: before.verificationId,
      final_score: hundredths(before.finalScore),
      risk_band: before.riskBand,
    }
  );
}

/** The contested values of the criterion that the part ends with. Few indicators have any. */
function criterionContested({ contested }: ServedIndicator, part: string): string {
  if (contested.length === 0) return '[]';
  const own = contested.filter(({ input }) => endsWithCriterion(part, input));
  return text(own.map(contestedValue));
}

/** Those of inputs that are no criterion of the indicator. */
function otherContested({ contested }: ServedIndicator, parts: readonly string[]) {
  return contested
    .filter(({ input }) => !parts.some((part) => endsWithCriterion(part, input)))
    .map((value) => ({ input_id: value.input, ...contestedValue(value) }));
}

const CRITERION = '"criterion_id":';

/** Whether the part ends within this criterion. Quotes inside texts are escaped, so only members are found. */
function endsWithCriterion(part: string, id: string): boolean {
  const at = part.lastIndexOf(CRITERION);
  return part.endsWith('"contested":') && part.startsWith(`${text(id)},`, at + CRITERION.length);
}

function contestedValue({ value, evidence_date, grade, needs }: Contested): ContestedValue {
  return { value, evidence_date, source_grade: grade, needed_grade: needs };
}

const DECISION = '"rf_decision_object":';

/** The JSON text of the decision object in a template: it has no holes. */
export function decisionIn(template: string): string {
  const start = template.indexOf(DECISION) + DECISION.length;
  return template.slice(start, template.indexOf(',"score_commentary":', start));
}

const MODULES = '"modules":';

/** The JSON text of the modules in a template: they have no holes. */
export function modulesIn(template: string): string {
  const start = template.indexOf(MODULES) + MODULES.length;
  return template.slice(start, template.indexOf(',"criterion_scores":', start));
}

const UNCAPPED = '"uncapped_score":';

/** The score without hard rules in a template, in hundredths. */
export function uncappedIn(template: string): number {
  return Math.round(Number.parseFloat(template.slice(template.indexOf(UNCAPPED) + UNCAPPED.length)) * 100);
}
