// Makes the decisions of a signed document again, from the policy and the snapshots that were kept with it, and compares them.

import { canonicalJson, isObject, type JsonValue } from '../json/canonical.ts';
import { loadMethodology } from '../methodology/methodology.ts';
import { digestOf } from '../package/digest.ts';
import type { ComputationPackage } from '../package/package.ts';
import { Checks, type Report } from '../package/report.ts';
import { type PackageValues, packageValues } from './package-values.ts';
import {
  type DecisionsDocument,
  decisionsDocument,
  type NamedSnapshot,
  requestDigest,
} from './signed-decisions.ts';
import type { PolicySnapshot } from './snapshot.ts';
import { isPolicy } from './validate.ts';

export const DECISIONS_FAULTS = [
  'malformed',
  'policy_differs',
  'snapshot_differs',
  'snapshot_missing',
  'decisions_differ',
  'package_differs',
] as const;
export type DecisionsFault = (typeof DECISIONS_FAULTS)[number];

const MALFORMED = 'This is no document of decisions with its policy and its snapshots.';

/** What the service keeps of a call. */
export interface KeptDecisions {
  document: DecisionsDocument;
  /** The version of the policy that decided. */
  policy: unknown;
  /** Those that the decisions read, in any order. */
  snapshots: readonly unknown[];
}

/** A package, and the framework that scored it. */
export interface DecidedPackage {
  verification_id: string;
  package: ComputationPackage;
  methodology: unknown;
}

/**
 * Without packages, this proves that the decisions follow from the policy and the values that were read. With the package of a
 * provider, it also proves that those of its values that follow from the package are right.
 */
export async function replayDecisions(
  kept: KeptDecisions,
  packages: readonly DecidedPackage[] = [],
): Promise<Report<DecisionsFault>> {
  const checks = new Checks<DecisionsFault>();
  if (!isKept(kept)) {
    checks.failed('form', 'malformed', MALFORMED);
    return checks.report(null);
  }
  try {
    await replay(kept, packages, checks);
  } catch (error) {
    // Of values that have no canonical form, or that are no instants.
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    checks.failed('form', 'malformed', `${MALFORMED} ${error.message}.`);
  }
  return checks.report(kept.document.decision_id);
}

async function replay(
  { document, policy, snapshots }: KeptDecisions,
  packages: readonly DecidedPackage[],
  checks: Checks<DecisionsFault>,
): Promise<void> {
  const digest = await digestOf(policy);
  if (digest === document.policy.digest) checks.passed('policy', digest);
  else checks.failed('policy', 'policy_differs', 'The policy has another digest.', '/document/policy/digest');
  const read = await snapshotsOf(document, snapshots, checks);
  if (read === null) return;
  if (!isPolicy(policy)) {
    checks.failed('policy', 'malformed', 'This is no policy that can be read.', '/policy');
    return;
  }
  const { decision_id, workspace_id, issued_at } = document;
  const request = {
    policy: document.policy.name,
    providers: read.map(({ snapshot }) => snapshot.provider),
    nonce: document.nonce,
    exposure: document.exposure,
    reference: document.reference,
    at: document.hypothetical ? document.at : null,
  };
  const issue = { decision_id, workspace_id, issued_at };
  const made = await decisionsDocument(issue, request, policy, read);
  // The caller may have named the policy by its digest.
  const byDigest = await requestDigest({ ...request, policy: digest });
  const again = { ...made, ...(document.request_digest === byDigest && { request_digest: byDigest }) };
  if (canonicalJson(again as unknown as JsonValue) === canonicalJson(document as unknown as JsonValue))
    checks.passed('decisions', `All ${read.length} follow from the policy and the values.`);
  else
    checks.failed(
      'decisions',
      'decisions_differ',
      'The policy gives other decisions.',
      '/document/providers',
    );
  for (const one of packages) checkPackage(one, read, checks);
}

/** As far as it is read before it is compared. */
function isKept(kept: unknown): kept is KeptDecisions {
  if (!isObject(kept)) return false;
  const { document, policy, snapshots } = kept;
  return (
    isObject(document) &&
    isObject(document.policy) &&
    isObject(policy) &&
    Array.isArray(document.providers) &&
    document.providers.every((one) => hasTexts(one, 'provider', 'snapshot')) &&
    Array.isArray(snapshots) &&
    snapshots.every((one) => hasTexts(one, 'provider')) &&
    hasTexts(document, 'decision_id', 'nonce', 'exposure', 'at', 'issued_at')
  );
}

function hasTexts(value: unknown, ...names: string[]): boolean {
  return isObject(value) && names.every((name) => typeof value[name] === 'string');
}

/** In the order of the document; null if one of them is missing. */
async function snapshotsOf(
  { providers }: DecisionsDocument,
  snapshots: readonly unknown[],
  checks: Checks<DecisionsFault>,
): Promise<NamedSnapshot[] | null> {
  const byDigest = new Map<string, PolicySnapshot>();
  for (const snapshot of snapshots) byDigest.set(await digestOf(snapshot), snapshot as PolicySnapshot);
  const found: NamedSnapshot[] = [];
  for (const [index, { provider, snapshot: digest, verification_id }] of providers.entries()) {
    const place = `/document/providers/${index}/snapshot`;
    const snapshot = byDigest.get(digest);
    if (snapshot === undefined)
      checks.failed('snapshots', 'snapshot_missing', `The values of ${provider} are missing.`, place);
    else if (snapshot.provider !== provider)
      checks.failed(
        'snapshots',
        'snapshot_differs',
        `The values of ${provider} are of another provider.`,
        place,
      );
    else found.push({ snapshot, digest, verification_id });
  }
  if (found.length < providers.length) return null;
  checks.passed('snapshots', `${found.length} snapshots have the digests that the document names.`);
  return found;
}

function checkPackage(
  { verification_id, package: content, methodology }: DecidedPackage,
  read: readonly NamedSnapshot[],
  checks: Checks<DecisionsFault>,
): void {
  const one = read.find((named) => named.verification_id === verification_id);
  const snapshot = one?.snapshot as unknown as Record<string, JsonValue> | undefined;
  const values = valuesOf(content, methodology);
  const other = Object.entries(values ?? {}).find(
    ([name, value]) =>
      canonicalJson((snapshot?.[name] ?? null) as JsonValue) !== canonicalJson(value as JsonValue),
  );
  if (values === null) checks.failed('package', 'package_differs', 'The package cannot be read.');
  else if (snapshot !== undefined && other === undefined)
    checks.passed('package', `The values of ${one!.snapshot.provider} follow from its package.`);
  else
    checks.failed(
      'package',
      'package_differs',
      snapshot === undefined
        ? `No decision rests on ${verification_id}.`
        : `Its package gives another ${other![0]}.`,
    );
}

/** Null for a package or a framework that is none. */
function valuesOf(content: ComputationPackage, methodology: unknown): PackageValues | null {
  try {
    return packageValues(loadMethodology(methodology), content);
  } catch {
    return null;
  }
}
