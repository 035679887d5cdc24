// Reads the details of an indicator: its computation package, its framework, the yields, and the full score, recomputed
// from the package.

import {
  type ComputationPackage,
  frameworkVersion,
  type Methodology,
  type Scored,
} from '@rf-indicators/engine';
import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';
import { methodologyByDigest } from '../methodology/signed.ts';
import { readPackages } from '../packages/read-packages.ts';
import { rescore } from '../runs/current-indicators.ts';
import type { ServedIndicator } from '../served/served.ts';
import { readYields, type Yields } from './yields.ts';

export interface Content {
  package: ComputationPackage;
  methodology: Methodology;
  frameworkVersion: string;
  scored: Scored;
  yields: Yields;
}

const BATCH_SIZE = 50;

/** What is needed of an indicator to read its package. */
export type PackageReference = Pick<ServedIndicator, 'packageHash' | 'methodologyDigest'>;

/** In the given order. Reads in batches, so that the thread can do other work while it reads thousands. */
export async function* readContents<Indicator extends PackageReference>(
  db: Queries,
  indicators: readonly Indicator[],
  askedAsOf?: number,
): AsyncGenerator<[Indicator, Content]> {
  // Each framework is verified once, not once per indicator.
  const methodologies = new Map<string, Methodology>();
  for (const { methodologyDigest } of indicators) {
    if (methodologies.has(methodologyDigest)) continue;
    methodologies.set(methodologyDigest, (await methodologyByDigest(db, methodologyDigest)).methodology);
  }
  for (const portion of inPortions(indicators, BATCH_SIZE)) {
    const packages = await readPackages(
      db,
      portion.map(({ packageHash }) => packageHash),
    );
    const yields = await readYields(db, [...packages.values()], askedAsOf);
    for (const indicator of portion) {
      const methodology = methodologies.get(indicator.methodologyDigest)!;
      const content = packages.get(indicator.packageHash)!;
      yield [
        indicator,
        {
          package: content,
          methodology,
          frameworkVersion: frameworkVersion(methodology.document),
          scored: rescore(methodology, content),
          yields: yields.get(content)!,
        },
      ];
    }
  }
}

/** What is shown of the evidence for an input. */
export interface EvidenceFacts {
  kind: string;
  title: string;
  page: string | null;
  url: string | null;
}

/** By evidence id. */
export async function evidenceFacts(
  db: Queries,
  contents: readonly Content[],
): Promise<Map<string, EvidenceFacts>> {
  const ids = contents.flatMap(({ package: { inputs } }) =>
    Object.values(inputs).flatMap(({ evidence }) => (typeof evidence?.id === 'string' ? evidence.id : [])),
  );
  const found = new Map<string, EvidenceFacts>();
  for (const portion of inPortions([...new Set(ids)])) {
    const rows = await db
      .selectFrom('evidence')
      .select(['id', 'kind', 'title', 'page', 'url'])
      .where('id', 'in', portion)
      .execute();
    for (const { id, ...facts } of rows) found.set(id, facts);
  }
  return found;
}
