// Reads the details of an indicator: its computation package, its framework, and the full score, recomputed from the
// package.

import { methodologyByDigest } from '@rf-indicators/core/desk/methodology/signed';
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

export interface Content {
  package: ComputationPackage;
  methodology: Methodology;
  frameworkVersion: string;
  scored: Scored;
}

const BATCH_SIZE = 50;

/** In the given order. Reads in batches, so that the thread can do other work while it reads thousands. */
export async function* readContents(
  db: Queries,
  indicators: readonly ServedIndicator[],
): AsyncGenerator<[ServedIndicator, Content]> {
  // Each framework is verified once, not once per indicator.
  const methodologies = new Map<string, Methodology>();
  for (const { methodologyDigest } of indicators) {
    if (methodologies.has(methodologyDigest)) continue;
    methodologies.set(methodologyDigest, (await methodologyByDigest(db, methodologyDigest)).methodology);
  }
  for (const portion of inPortions(indicators, BATCH_SIZE)) {
    const rows = await db
      .selectFrom('packages')
      .select(['package_hash', 'body'])
      .where(
        'package_hash',
        'in',
        portion.map(({ packageHash }) => packageHash),
      )
      .execute();
    const bodies = new Map(rows.map(({ package_hash, body }) => [package_hash, body]));
    for (const indicator of portion) {
      const methodology = methodologies.get(indicator.methodologyDigest)!;
      const content = JSON.parse(bodies.get(indicator.packageHash)!) as ComputationPackage;
      yield [
        indicator,
        {
          package: content,
          methodology,
          frameworkVersion: frameworkVersion(methodology.document),
          scored: rescore(methodology, content),
        },
      ];
    }
  }
}

/** The public URLs of the evidence, by evidence id. Evidence without a URL is left out. */
export async function evidenceAddresses(
  db: Queries,
  { package: { inputs } }: Content,
): Promise<Map<string, string>> {
  const ids = Object.values(inputs).flatMap(({ evidence }) => evidence?.id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('evidence')
    .select(['id', 'url'])
    .where('id', 'in', [...new Set(ids)])
    .where('url', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, url }) => [id, url!]));
}
