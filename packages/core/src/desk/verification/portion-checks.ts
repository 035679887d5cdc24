// Checks a portion of the packages, together with the indicators that were published from them. A portion and what its
// check needs can be sent to another thread, so that rf verify --all uses all cores.

import { loadMethodology, type Methodology, parseVerifierKey } from '@rf-indicators/engine';
import type { Finding } from '../../log/findings.ts';
import { type ChainedKey, keysAt } from '../../log/key-chain.ts';
import type { Database } from '../../store/schema.ts';
import { indicatorProblems, type LoggedIndicator } from './indicator-checks.ts';
import { checkPackage, configurationDigests } from './package-checks.ts';

/** What the checks of all portions need. It was verified before. */
export interface CheckMaterial {
  frameworks: readonly { digest: string; document: string }[];
  dictionaries: readonly { id: number; bytes: Uint8Array }[];
  /** The signing keys as text, with the leaves of the log that each may sign. */
  keys: readonly { text: string; from: number; until: number | null }[];
}

export interface PackagePortion {
  packages: readonly Database['packages'][];
  /** The indicators of these packages, or some whose packages are missing. */
  indicators: readonly LoggedIndicator[];
}

export interface PortionFindings {
  packages: Finding[];
  indicators: (Finding & { logIndex: number })[];
}

export type CheckPortion = (portion: PackagePortion) => Promise<PortionFindings>;

export async function portionCheck(material: CheckMaterial): Promise<CheckPortion> {
  const methodologies = new Map<string, Methodology>();
  for (const { digest, document } of material.frameworks)
    methodologies.set(digest, loadMethodology(JSON.parse(document)));
  const dictionaries = new Map(material.dictionaries.map(({ id, bytes }) => [id, bytes]));
  const keys: Pick<ChainedKey, 'key' | 'from' | 'until'>[] = [];
  for (const { text, from, until } of material.keys)
    keys.push({ key: await parseVerifierKey(text), from, until });
  const configurationDigest = configurationDigests();
  return async ({ packages, indicators }) => {
    const findings: PortionFindings = { packages: [], indicators: [] };
    const contents = new Map<string, Parameters<typeof indicatorProblems>[1]>();
    for (const row of packages) {
      const checked = checkPackage(row, methodologies, dictionaries, configurationDigest);
      contents.set(row.package_hash, 'content' in checked ? checked.content : 'unsound');
      if ('problem' in checked)
        findings.packages.push({ record: `packages ${row.package_hash}`, problem: checked.problem });
    }
    // At the same time: signatures are checked by other threads of the process, which Web Crypto uses.
    const problems = await Promise.all(
      indicators.map((row) => {
        const content = contents.get(row.package_hash) ?? null;
        return indicatorProblems(row, content, methodologies, keysAt({ keys }, row.log_index));
      }),
    );
    for (const [at, { log_index: logIndex, verification_id }] of indicators.entries()) {
      const record = `indicators ${verification_id}`;
      for (const problem of problems[at]!) findings.indicators.push({ logIndex, record, problem });
    }
    return findings;
  };
}
