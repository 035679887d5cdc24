// Compares single entries of the log with what is served for them: statements, confirmations and lists.

import { createHash } from 'node:crypto';
import { NEWS_KINDS } from '@rf-indicators/core/desk/served/analysis';
import {
  type ConfirmationAnswer,
  canonicalBytes,
  checkAttachments,
  checkSignature,
  inclusionProofFrom,
  leafHash,
  openCheckpoint,
  rootFrom,
  type Signature,
  verifyConfirmation,
  verifyInclusion,
} from '@rf-indicators/engine';
import type { Finding } from './alarm.ts';
import { ALARM_OF } from './analysis.ts';
import type { LogFacts } from './facts.ts';
import type { FollowedLog } from './follow-log.ts';
import { type AttachedKind, digestOf, isObject, parseCanonical } from './leaf.ts';
import type { Source } from './source.ts';

/** Whether the tree has exactly this entry at this place. */
async function isInTree({ tree, readNode }: FollowedLog, index: number, bytes: Uint8Array): Promise<boolean> {
  return verifyInclusion({
    index,
    treeSize: tree.size,
    leafHash: await leafHash(bytes),
    root: new Uint8Array(Buffer.from(tree.root, 'base64')),
    proof: await inclusionProofFrom(tree.size, index, readNode),
  });
}

export async function checkEntry(log: FollowedLog, index: number, bytes: Uint8Array): Promise<Finding[]> {
  if (await isInTree(log, index, bytes)) return [];
  return [{ code: 'leaf_changed', detail: `Entry ${index} is no longer the one that the tree contains.` }];
}

/** GET /api/public/verify/{id}: the statement, its signature, and its proof. */
export async function checkStatement(
  source: Source,
  log: FollowedLog,
  index: number,
  id: string,
): Promise<Finding[]> {
  const answer = await source.json(`/api/public/verify/${id}`);
  if (answer === null)
    return [
      { code: 'statement_missing', detail: `Entry ${index} is the statement of ${id}, which is not served.` },
    ];
  const { statement, signature, log: proof, verification_id } = isObject(answer) ? answer : {};
  const changed = (what: string): Finding[] => [
    { code: 'statement_changed', detail: `${id} (entry ${index}): ${what}.` },
  ];
  if (
    !isObject(statement) ||
    !isObject(signature) ||
    verification_id !== id ||
    statement.verification_id !== id
  )
    return changed('the service returns no statement of it');
  if (!(await isInTree(log, index, canonicalBytes(statement))))
    return changed('the statement that is served is not the one in the log');
  const verdict = await checkSignature(
    statement,
    signature as unknown as Signature,
    log.keys.at(index),
  ).catch(() => 'invalid');
  if (verdict !== 'valid') return changed('its signature is not by the key that was current');
  const problem = await proofProblem(source, log, index, statement, proof);
  if (problem !== null) return [{ code: 'proof_invalid', detail: `${id} (entry ${index}): ${problem}.` }];
  return checkAttached(log, id, answer as Record<string, unknown>);
}

/** The rationale, the disclosures and the review in the proof of an indicator must be leaves of the log. */
async function checkAttached(
  log: FollowedLog,
  id: string,
  answer: Record<string, unknown>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const report = (kind: string, found: string) => {
    const code = ALARM_OF[kind as AttachedKind];
    // A newer service may have kinds that this version does not know.
    if (code !== undefined) findings.push({ code, detail: `The proof of ${id}: ${kind}: ${found}` });
  };
  for (const { kind, passed, found } of await checkAttachments(answer, log.keys.keys())) {
    if (!passed) report(kind, found);
  }
  const attachments = Array.isArray(answer.attachments) ? answer.attachments.filter(isObject) : [];
  for (const { kind, leaf, log: place } of attachments) {
    const index = isObject(place) ? Number(place.index) : Number.NaN;
    // Newer than the tree that was followed; the next round compares it.
    if (index >= log.tree.size) continue;
    const isIndex = Number.isSafeInteger(index) && index >= 0;
    if (!isIndex || !(await isInTree(log, index, Buffer.from(String(leaf)))))
      report(String(kind), `Entry ${index} of the log is another one.`);
  }
  return findings;
}

async function proofProblem(
  { isSnapshot }: Source,
  log: FollowedLog,
  index: number,
  statement: object,
  proof: unknown,
): Promise<string | null> {
  const { index: place, tree_size: size, inclusion_proof: hashes, checkpoint } = isObject(proof) ? proof : {};
  if (place !== index) return `its proof is for entry ${place}`;
  if (!Number.isSafeInteger(size) || !Array.isArray(hashes) || typeof checkpoint !== 'string')
    return 'its proof is malformed';
  const treeSize = size as number;
  // Two processes may serve a moment apart, so the proof can be for a tree that is newer than the one that was
  // followed.
  if (treeSize > log.tree.size)
    return isSnapshot ? `its proof is for ${treeSize} entries, which the log does not have` : null;
  const [key] = log.keys.at(treeSize - 1);
  const opened = await openCheckpoint(checkpoint, key?.name ?? '', log.keys.at(treeSize - 1)).catch(
    () => null,
  );
  if (opened?.treeSize !== treeSize) return 'its checkpoint is not a signed one of that size';
  if (!Buffer.from(await rootFrom(treeSize, log.readNode)).equals(opened.rootHash))
    return `its checkpoint of ${treeSize} entries contradicts the log`;
  const included = await verifyInclusion({
    index,
    treeSize,
    leafHash: await leafHash(canonicalBytes(statement)),
    root: opened.rootHash,
    proof: hashes.map((hash) => new Uint8Array(Buffer.from(String(hash), 'base64'))),
  });
  return included ? null : 'its proof does not lead to the root of its checkpoint';
}

/** GET /api/public/confirmations/{run}. */
export async function checkConfirmation(
  source: Source,
  log: FollowedLog,
  index: number,
  run: string,
): Promise<Finding[]> {
  const changed = (what: string): Finding[] => [
    { code: 'confirmation_changed', detail: `The confirmation by the run ${run} (entry ${index}): ${what}.` },
  ];
  const answer = await source.json(`/api/public/confirmations/${encodeURIComponent(run)}`);
  if (answer === null) return changed('it is not served');
  const report = await verifyConfirmation(answer as ConfirmationAnswer, log.keys.at(index));
  const fault = report.checks.find(({ ok }) => !ok);
  if (fault !== undefined) return changed(fault.detail.replace(/\.$/, ''));
  const { data } = answer as ConfirmationAnswer;
  if (!(await isInTree(log, index, canonicalBytes(data.record))) || data.log.index !== index)
    return changed('the record that is served is not the one in the log');
  return [];
}

/** GET /log/lists/{index}: exactly the bytes that the entry has the digest of. The lines are returned. */
export async function checkList(
  source: Source,
  index: number,
  { sha256, count, kind }: LogFacts['lists'][string],
): Promise<{ findings: Finding[]; lines: Record<string, unknown>[] }> {
  const body = await source.text(`/log/lists/${index}`);
  const refused = (finding: Finding) => ({ findings: [finding], lines: [] });
  const name = `The ${kind} list of entry ${index}`;
  if (body === null) return refused({ code: 'list_missing', detail: `${name} is not served.` });
  const lines = body.split('\n');
  const isEnded = lines.pop() === '';
  const digest = createHash('sha256').update(body).digest('hex');
  if (digest !== sha256 || !isEnded || lines.length !== count)
    return refused({ code: 'list_changed', detail: `${name} does not match its digest and its count.` });
  const read = lines.map((line) => parseCanonical(line));
  if (!read.every((line) => line !== null))
    return refused({ code: 'leaf_malformed', detail: `${name} has a line that is not canonical JSON.` });
  return { findings: [], lines: read };
}

/** Takes over what the lines of a new list say. */
export function addLines(
  facts: LogFacts,
  index: number,
  kind: LogFacts['lists'][string]['kind'],
  lines: readonly Record<string, unknown>[],
): Finding[] {
  const findings: Finding[] = [];
  for (const line of lines) {
    const id = String(line.verification_id);
    if (kind === 'staleness') facts.stale[id] = line.stale_since !== null;
    if (kind === 'changelog') {
      const isNews = NEWS_KINDS.some((news) => news === line.kind) && !Object.hasOwn(facts.ofPast, id);
      facts.changelog[String(line.id)] = {
        ...{ sha256: digestOf(line), changed_at: String(line.changed_at) },
        ...(isNews && { newsOf: String(line.provider_id) }),
      };
    }
    if (kind === 'names') {
      const { name, slug, provider_subtype } = line;
      facts.names[String(line.provider_id)] = {
        name: String(name),
        slug: String(slug),
        provider_subtype: String(provider_subtype),
      };
    }
    if (kind === 'publication' && !Object.hasOwn(facts.statements, id))
      findings.push({
        code: 'leaf_missing',
        detail: `Entry ${index} publishes ${id}, which has no statement in the log.`,
      });
  }
  return findings;
}
