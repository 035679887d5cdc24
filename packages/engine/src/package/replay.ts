// Replay: recomputes an indicator from its package and compares the result byte for byte. This proves arithmetic,
// hash and id from the file alone; verify.ts also proves who published it, with a key that the caller pins.

import { canonicalJson, isObject, type JsonValue } from '../json/canonical.ts';
import { quote, shorten, step } from '../json/pointer.ts';
import { MethodologyError } from '../methodology/checker.ts';
import { loadMethodology, type Methodology } from '../methodology/methodology.ts';
import { type Outcome, score } from '../scoring/score.ts';
import { type ComputationAnswer, firstMalformedMember } from './answer.ts';
import { digestOf } from './digest.ts';
import { type ComputationPackage, type Packaged, scoringInputs } from './package.ts';
import { Checks, type Report, readForm } from './report.ts';
import { makeStatement } from './statement.ts';
import { verificationId } from './verification-id.ts';

export const REPLAY_FAULTS = {
  not_json: 'The file is not JSON.',
  duplicate_member: 'A member appears more than once in an object, so its value is ambiguous.',
  wrong_form: 'The file does not have the format of a computation answer.',
  methodology_invalid: 'The framework in the file is not valid.',
  methodology_differs: 'The framework in the file does not match the digest in the package.',
  configuration_differs: 'The configuration does not match its digest.',
  input_invalid: 'The package contains an input that cannot be scored.',
  not_scored: 'The inputs give no score.',
  result_differs: 'Recomputing gives a different result.',
  package_hash_differs: 'The hash of the package does not match the stated hash.',
  verification_id_differs: 'The verification id does not match the package.',
  statement_differs: 'The statement does not match the package.',
} as const;

export type ReplayFault = keyof typeof REPLAY_FAULTS;

/** Parses a computation answer, or reports why the text is not one. */
export function readAnswer(text: string) {
  return readForm<ComputationAnswer>(text, REPLAY_FAULTS, firstMalformedMember);
}

export async function replay(text: string): Promise<Report<ReplayFault>> {
  const read = readAnswer(text);
  return 'report' in read ? read.report : replayAnswer(read.form);
}

export async function replayAnswer({ data }: ComputationAnswer): Promise<Report<ReplayFault>> {
  const checks = new Checks<ReplayFault>();
  const content = data.package;
  const methodology = await checkMethodology(data, checks);
  checkConfiguration(await digestOf(content.configuration), content, checks);
  if (methodology) checkResult(score(methodology, scoringInputs(content)), content.result, checks);
  const hash = await digestOf(content);
  checkEqual(checks, 'package hash', 'package_hash_differs', hash, data.package_hash, '/data/package_hash');
  const id = verificationId(hash);
  checkEqual(
    checks,
    'verification id',
    'verification_id_differs',
    id,
    data.verification_id,
    '/data/verification_id',
  );
  if (methodology) {
    const stated = data.statement;
    const packaged = { package: content, package_hash: hash, verification_id: id };
    const expected = makeStatement(methodology, packaged, stated);
    const difference = firstDifference(expected, stated, '/data/statement');
    if (difference === null) checks.passed('statement', 'The statement matches the package.');
    else checks.failed('statement', 'statement_differs', describe(difference), difference.pointer);
  }
  return checks.report(data.verification_id);
}

/** Computed by the caller, for many packages at once. */
export interface PackageDigests {
  methodology: string;
  configuration: string;
}

export interface Replayed {
  report: Report<ReplayFault>;
  /** What scoring the inputs again gives, whatever the package says. */
  outcome: Outcome;
}

/**
 * Recomputes a package under a framework that was loaded and verified before, which takes a fraction of the time of
 * replayAnswer. The caller compares the package with its hash.
 */
export function replayPackage(
  methodology: Methodology,
  digests: PackageDigests,
  { package: content, verification_id }: Pick<Packaged, 'package' | 'verification_id'>,
): Replayed {
  const checks = new Checks<ReplayFault>();
  checkMethodologyDigest(digests.methodology, content, checks);
  checkConfiguration(digests.configuration, content, checks);
  const outcome = score(methodology, scoringInputs(content));
  checkResult(outcome, content.result, checks);
  return { report: checks.report(verification_id), outcome };
}

function checkConfiguration(
  configurationDigest: string,
  content: ComputationPackage,
  checks: Checks<ReplayFault>,
): void {
  checkEqual(
    checks,
    'configuration',
    'configuration_differs',
    configurationDigest,
    content.configuration_digest,
    '/data/package/configuration_digest',
  );
}

function checkMethodologyDigest(
  computed: string,
  content: ComputationPackage,
  checks: Checks<ReplayFault>,
): void {
  const stated = content.methodology_digest;
  checkEqual(
    checks,
    'methodology',
    'methodology_differs',
    computed,
    stated,
    '/data/package/methodology_digest',
  );
}

async function checkMethodology(
  data: ComputationAnswer['data'],
  checks: Checks<ReplayFault>,
): Promise<Methodology | null> {
  checkMethodologyDigest(await digestOf(data.methodology), data.package, checks);
  try {
    const methodology = loadMethodology(data.methodology);
    if (methodology.version !== data.methodology_version) {
      const detail = `The framework is version ${methodology.version}, not ${quote(data.methodology_version)}.`;
      checks.failed('methodology version', 'methodology_differs', detail, '/data/methodology_version');
    }
    return methodology;
  } catch (error) {
    if (!(error instanceof MethodologyError)) throw error;
    const problem = error.problems[0]!;
    const detail = `${REPLAY_FAULTS.methodology_invalid} ${problem.message}.`;
    checks.failed('methodology form', 'methodology_invalid', detail, `/data/methodology${problem.pointer}`);
    return null;
  }
}

function checkResult(outcome: Outcome, published: unknown, checks: Checks<ReplayFault>): void {
  if (outcome.status === 'INVALID') {
    const error = outcome.result.errors[0]!;
    checks.failed('arithmetic', 'input_invalid', error.message, pointerInFile(error.pointer));
  } else if (outcome.status === 'NOT_SCORED') {
    checks.failed('arithmetic', 'not_scored', `The inputs give no score: ${outcome.result.reason}.`);
  } else {
    const difference = firstDifference(outcome.result, published, '/data/package/result');
    if (difference === null) {
      checks.passed('arithmetic', `Recomputing gives the same result: ${outcome.result.final_score}.`);
    } else checks.failed('arithmetic', 'result_differs', describe(difference), difference.pointer);
  }
}

/** Converts a pointer into the inputs to a pointer into the file, where some members have other places. */
function pointerInFile(pointer: string): string {
  const moved = pointer
    .replace(/^\/provider_id$/, '/provider/id')
    .replace(/^\/(planner_type|flags)(?=\/|$)/, '/provider/$1')
    .replace(/^\/scoring_date$/, '/as_of');
  return `/data/package${moved}`;
}

function checkEqual(
  checks: Checks<ReplayFault>,
  check: string,
  fault: ReplayFault,
  computed: string,
  stated: string,
  pointer: string,
): void {
  if (computed === stated) checks.passed(check, computed);
  else checks.failed(check, fault, `Computed ${computed}, stated ${quote(stated)}.`, pointer);
}

interface Difference {
  pointer: string;
  computed: unknown;
  stated: unknown;
}

function describe({ pointer, computed, stated }: Difference): string {
  const show = (value: unknown) =>
    value === undefined ? 'nothing' : shorten(canonicalJson(value as JsonValue));
  return `First difference at ${pointer}: computed ${show(computed)}, stated ${show(stated)}.`;
}

/** The first member, in canonical order, in which two JSON values differ; null if they are equal, as nearly always. */
export function firstDifference(computed: unknown, stated: unknown, pointer: string): Difference | null {
  return isSame(computed, stated) ? null : findDifference(computed, stated, pointer);
}

/** False also where only the search for a difference can tell: a member without a value is none. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, index) => isSame(value, other[index]))
    );
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

function findDifference(computed: unknown, stated: unknown, pointer: string): Difference | null {
  if (isObject(computed) && isObject(stated)) {
    const names = new Set([...Object.keys(computed), ...Object.keys(stated)]);
    for (const name of [...names].sort()) {
      const [one, other] = [member(computed, name), member(stated, name)];
      // Most members are equal texts, for which no pointer is needed.
      const difference = one === other ? null : findDifference(one, other, pointer + step(name));
      if (difference) return difference;
    }
    return null;
  }
  if (Array.isArray(computed) && Array.isArray(stated)) {
    for (let index = 0; index < Math.max(computed.length, stated.length); index += 1) {
      const difference = findDifference(computed[index], stated[index], pointer + step(index));
      if (difference) return difference;
    }
    return null;
  }
  return computed === stated ? null : { pointer, computed, stated };
}

function member(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
