// What stands behind a served indicator: its package, the framework that scored it, and every integer of the
// score, computed again from the package.

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

const PACKAGES_AT_ONCE = 50;

/** In the order given, a portion at a time, so that a thread that reads ten thousand can do other things between. */
export async function* readContents(
  db: Queries,
  indicators: readonly ServedIndicator[],
): AsyncGenerator<[ServedIndicator, Content]> {
  // Proved once for all of them, not once for each.
  const methodologies = new Map<string, Methodology>();
  for (const { methodologyDigest } of indicators) {
    if (methodologies.has(methodologyDigest)) continue;
    methodologies.set(methodologyDigest, (await methodologyByDigest(db, methodologyDigest)).methodology);
  }
  for (const portion of inPortions(indicators, PACKAGES_AT_ONCE)) {
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

/** Where each piece of evidence can be read, by its id; most have an address, some have none. */
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
