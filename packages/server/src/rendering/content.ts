// Reads the details of an indicator: its computation package, its framework, the yields, and the full score, recomputed
// from the package.

import { methodologyByDigest } from '@rf-indicators/core/desk/methodology/signed';
import { readPackages } from '@rf-indicators/core/desk/packages/read';
import { rescore } from '@rf-indicators/core/desk/runs/current-indicators';
import { inPortions } from '@rf-indicators/core/store/bulk';
import type { Queries } from '@rf-indicators/core/store/store';
import {
  type ComputationPackage,
  frameworkVersion,
  type Methodology,
  type Scored,
} from '@rf-indicators/engine';
import type { ServedIndicator } from './served.ts';
import { readYields, type Yields } from './yields.ts';

export interface Content {
  package: ComputationPackage;
  methodology: Methodology;
  frameworkVersion: string;
  scored: Scored;
  yields: Yields;
}

const BATCH_SIZE = 50;

/** In the given order. Reads in batches, so that the thread can do other work while it reads thousands. */
export async function* readContents(
  db: Queries,
  indicators: readonly ServedIndicator[],
  askedAsOf?: number,
): AsyncGenerator<[ServedIndicator, Content]> {
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
  { package: { inputs } }: Content,
): Promise<Map<string, EvidenceFacts>> {
  const ids = Object.values(inputs).flatMap(({ evidence }) =>
    typeof evidence?.id === 'string' ? evidence.id : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('evidence')
    .select(['id', 'kind', 'title', 'page', 'url'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
