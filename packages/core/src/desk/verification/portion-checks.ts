// Checks a portion of the packages, together with the indicators that were published from them, and with what was prepared
// for reads of these. Each package is read, parsed and scored once for all of this.

import { createHash } from 'node:crypto';
import {
  type ComputationPackage,
  type Configuration,
  canonicalJson,
  loadMethodology,
  type Methodology,
  parseVerifierKey,
  replayPackage,
  verificationId,
} from '@rf-indicators/engine';
import type { Finding } from '../../log/findings.ts';
import { type ChainedKey, keysAt } from '../../log/key-chain.ts';
import { parseCanonical } from '../../log/stored-texts.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { storedText } from '../packages/read-packages.ts';
import { indicatorProblems, type LoggedIndicator } from './indicator-checks.ts';
import type { CheckMaterial, PlacedFinding, SoundPackage } from './material.ts';
import { checkSnapshots } from './prepared-checks.ts';

export interface PortionFindings {
  packages: Finding[];
  indicators: PlacedFinding[];
  snapshots: PlacedFinding[];
}

/** `packages`: some of them; `indicators`: those that were published from them, or some whose packages are missing. */
export type CheckPortion = (
  db: Queries,
  packages: readonly Database['packages'][],
  indicators: readonly LoggedIndicator[],
) => Promise<PortionFindings>;

export async function portionCheck(material: CheckMaterial): Promise<CheckPortion> {
  const methodologies = new Map<string, Methodology>();
  for (const { digest, document } of material.frameworks)
    methodologies.set(digest, loadMethodology(JSON.parse(document)));
  const dictionaries = new Map(material.dictionaries.map(({ id, bytes }) => [id, bytes]));
  const templates = new Map(material.snapshotDictionaries.map(({ id, bytes }) => [id, bytes]));
  const keys: Pick<ChainedKey, 'key' | 'from' | 'until'>[] = [];
  for (const { text, from, until } of material.keys)
    keys.push({ key: await parseVerifierKey(text), from, until });
  const configurationDigest = configurationDigests();
  return async (db, packages, indicators) => {
    const findings: PortionFindings = { packages: [], indicators: [], snapshots: [] };
    const sound = new Map<string, SoundPackage>();
    const present = new Set<string>();
    for (const row of packages) {
      present.add(row.package_hash);
      const checked = checkPackage(row, methodologies, dictionaries, configurationDigest);
      if ('problem' in checked)
        findings.packages.push({ record: `packages ${row.package_hash}`, problem: checked.problem });
      else sound.set(row.package_hash, checked);
    }
    // At the same time: signatures are checked by other threads of the process, which Web Crypto uses.
    const problems = await Promise.all(
      indicators.map((row) => {
        const { package_hash } = row;
        const content = sound.get(package_hash)?.content ?? (present.has(package_hash) ? 'unsound' : null);
        return indicatorProblems(row, content, methodologies, keysAt({ keys }, row.log_index));
      }),
    );
    for (const [at, { log_index: logIndex, verification_id }] of indicators.entries()) {
      const record = `indicators ${verification_id}`;
      for (const problem of problems[at]!) findings.indicators.push({ logIndex, record, problem });
    }
    findings.snapshots = await checkSnapshots(db, indicators, sound, {
      dictionaries: templates,
      preparedFrom: material.preparedFrom,
    });
    return findings;
  };
}

type CheckedPackage = SoundPackage | { problem: string };

/** Damage of any kind is a problem, never an error. */
function checkPackage(
  row: Database['packages'],
  methodologies: ReadonlyMap<string, Methodology>,
  dictionaries: ReadonlyMap<number, Uint8Array>,
  digestOf: (configuration: Configuration) => string,
): CheckedPackage {
  const { package_hash, verification_id, methodology_digest } = row;
  let text: string;
  try {
    text = storedText(row, dictionaries.get(row.dictionary_id ?? -1) ?? null);
  } catch (error) {
    return { problem: `cannot be read: ${(error as Error).message}` };
  }
  const content = parseCanonical(text) as ComputationPackage | null;
  if (content === null) return { problem: 'is not canonical JSON' };
  if (createHash('sha256').update(text).digest('hex') !== package_hash)
    return { problem: 'does not match its hash' };
  if (verificationId(package_hash) !== verification_id) return { problem: 'has the wrong verification id' };
  const methodology = methodologies.get(methodology_digest);
  if (methodology === undefined)
    return { problem: 'refers to a framework that is missing or does not verify' };
  try {
    const packaged = { package: content, verification_id };
    const digests = { methodology: methodology_digest, configuration: digestOf(content.configuration) };
    const { report, outcome } = replayPackage(methodology, digests, packaged);
    const failed = report.checks.find(({ ok }) => !ok);
    if (outcome.status !== 'SCORED' || failed !== undefined) return { problem: failed!.detail };
    return { content, methodology, scored: outcome };
  } catch (error) {
    return { problem: `cannot be replayed: ${(error as Error).message}` };
  }
}

/** Digests of configurations. Thousands of packages have the same one. */
function configurationDigests(): (configuration: Configuration) => string {
  const known = new Map<string, string>();
  return (configuration) => {
    const text = canonicalJson(configuration);
    const digest = known.get(text) ?? createHash('sha256').update(text).digest('hex');
    known.set(text, digest);
    return digest;
  };
}
