// Checks a published indicator: its leaf in the log, its signature, and that its statement and its columns say what its
// package says.

import {
  type ComputationPackage,
  canonicalJson,
  checkSignature,
  formatHundredths,
  type JsonValue,
  type Methodology,
  makeStatement,
  type Statement,
  type VerifierKey,
} from '@rf-indicators/engine';
import { parseCanonical, parseSignature } from '../../log/stored-texts.ts';
import type { Indicator } from '../runs/current-indicators.ts';

/** With the leaf that the log has at its index; null if there is none. */
export type LoggedIndicator = Indicator & { leaf: string | null };

/** `content` is null if the package is missing, and `unsound` if it was reported: it may not even have a readable form. */
export async function indicatorProblems(
  row: LoggedIndicator,
  content: ComputationPackage | 'unsound' | null,
  methodologies: ReadonlyMap<string, Methodology>,
  keys: readonly VerifierKey[],
): Promise<string[]> {
  const statement = parseCanonical(row.statement) as Statement | null;
  if (statement === null) return ['has a statement that is not canonical JSON'];
  const problems: string[] = [];
  if (row.leaf !== row.statement) problems.push(`does not match log leaf ${row.log_index}`);
  const signature = parseSignature(row.signature);
  const verdict = signature ? await checkSignature(statement, signature, keys) : 'unreadable';
  if (verdict !== 'valid') problems.push(`has a signature that does not verify (${verdict})`);
  if (content === 'unsound') return problems;
  const difference =
    content === null ? 'has no package' : differenceFrom(row, statement, content, methodologies);
  return difference === null ? problems : [...problems, difference];
}

function differenceFrom(
  row: Indicator,
  statement: Statement,
  content: ComputationPackage,
  methodologies: ReadonlyMap<string, Methodology>,
): string | null {
  const methodology = methodologies.get(content.methodology_digest);
  if (methodology === undefined) return 'refers to a framework that is missing or does not verify';
  const { package_hash, verification_id, supersedes, corrects } = row;
  const packaged = { package: content, package_hash, verification_id };
  const expected = makeStatement(methodology, packaged, { supersedes, corrects });
  if (canonicalJson(expected as unknown as JsonValue) !== row.statement) {
    return 'has a statement that does not match its package and record';
  }
  const { final_score, band } = content.result;
  const sameHeadline =
    formatHundredths(row.final_score) === final_score &&
    row.risk_band === band &&
    row.provider_id === statement.provider_id &&
    row.methodology_digest === content.methodology_digest;
  return sameHeadline ? null : 'has a score, band, provider or framework that its statement does not have';
}
