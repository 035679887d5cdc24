// Computation packages: approved inputs, framework digest, configuration and canonical result, which together
// make an indicator recomputable.

import type { PlannerType } from '../methodology/document.ts';
import type { Methodology } from '../methodology/methodology.ts';
import { type Outcome, type ScoredResult, score } from '../scoring/score.ts';
import { digestOf } from './digest.ts';
import { verificationId } from './verification-id.ts';

/**
 * A reference to the evidence or approval of a value. A value that was derived from others has no evidence of its
 * own, and its approval names what it was derived from: `{ derived: 'E2', from: ['yield_max', 'reference_rate'] }`.
 */
export type Reference = Readonly<Record<string, string | null | readonly string[]>>;

export interface PackagedInput {
  value: string;
  grade: string;
  evidence_date: string;
  evidence: Reference | null;
  approval: Reference | null;
}

/** An approved value beside the criteria, such as an offered yield. It is hashed but not scored. */
export interface PackagedFact {
  value: string;
  grade: string | null;
  evidence_date: string | null;
  evidence: Reference | null;
  approval: Reference | null;
}

export interface PackagedProvider {
  id: string;
  name: string;
  planner_type: PlannerType;
  flags: Readonly<Record<string, boolean>>;
}

/** The same configuration, inputs and framework always give the same indicator. */
export type Configuration = Readonly<Record<string, string>>;

export interface ComputationPackage {
  as_of: string;
  configuration: Configuration;
  configuration_digest: string;
  /** Absent from packages made before facts were recorded, and from those of `rf package`. */
  facts?: Readonly<Record<string, PackagedFact>>;
  gates: Readonly<Record<string, PackagedInput>>;
  inputs: Readonly<Record<string, PackagedInput>>;
  methodology_digest: string;
  provider: PackagedProvider;
  result: ScoredResult;
}

export interface PackageRequest {
  provider: PackagedProvider;
  /** A UTC date-time such as 2026-04-01T00:00:00Z. Its date is the scoring date. */
  as_of: string;
  configuration: Configuration;
  gates: Readonly<Record<string, PackagedInput>>;
  inputs: Readonly<Record<string, PackagedInput>>;
  facts?: Readonly<Record<string, PackagedFact>> | undefined;
}

export interface Packaged {
  package: ComputationPackage;
  package_hash: string;
  verification_id: string;
}

/** The inputs to score. Making and replaying a package both use this function, so they score the same. */
export function scoringInputs({ provider, as_of, gates, inputs }: PackageRequest): unknown {
  return {
    provider_id: provider.id,
    planner_type: provider.planner_type,
    scoring_date: as_of.slice(0, 10),
    flags: provider.flags,
    gates,
    inputs,
  };
}

// Cached because a loaded framework does not change and is far larger than a package.
const digests = new WeakMap<Methodology, Promise<string>>();

function methodologyDigest(methodology: Methodology): Promise<string> {
  const known = digests.get(methodology) ?? digestOf(methodology.document);
  digests.set(methodology, known);
  return known;
}

/** Scores the inputs and packages the result. Without a score, there is an outcome but no package. */
export async function makePackage(
  methodology: Methodology,
  request: PackageRequest,
): Promise<{ outcome: Outcome; packaged: Packaged | null }> {
  const { outcome, content } = await scorePackage(methodology, request);
  return { outcome, packaged: content && (await identifyPackage(content)) };
}

/** The same without the hash, which costs most and is not needed to compare a result with another one. */
export async function scorePackage(
  methodology: Methodology,
  request: PackageRequest,
): Promise<{ outcome: Outcome; content: ComputationPackage | null }> {
  const outcome = score(methodology, scoringInputs(request));
  if (outcome.status !== 'SCORED') return { outcome, content: null };
  const { provider, as_of, configuration, gates, inputs, facts } = request;
  const content: ComputationPackage = {
    as_of,
    configuration,
    configuration_digest: await digestOf(configuration),
    ...(facts !== undefined && { facts }),
    gates,
    inputs,
    methodology_digest: await methodologyDigest(methodology),
    provider,
    result: outcome.result,
  };
  return { outcome, content };
}

export async function identifyPackage(content: ComputationPackage): Promise<Packaged> {
  const package_hash = await digestOf(content);
  return { package: content, package_hash, verification_id: verificationId(package_hash) };
}
