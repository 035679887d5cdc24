// The scores of a history without the hard rules that held them, for a publisher who shows more than the headline.

import type { Step } from '@rf-indicators/core/desk/served/steps';
import { uncappedIn } from '@rf-indicators/core/desk/snapshots/fill-template';
import { inPortions } from '@rf-indicators/core/store/bulk';
import type { Reading } from '../../reading.ts';

/** Years of weekly renewals. The newest ones are read. */
const MOST_READ = 300;

interface Limits {
  hard_rules: { tiers: [condition: unknown, cap: string][] }[];
}

/** In hundredths, by verification id: of those that were held, which have the score of a limit of their framework. */
export async function readUncapped(
  { db, snapshots }: Pick<Reading, 'db' | 'snapshots'>,
  providerId: string,
  steps: readonly Step[],
): Promise<Map<string, number>> {
  const frameworks = await db
    .selectFrom('methodologies')
    .select('document')
    .where('digest', 'in', (of) =>
      of.selectFrom('indicators').select('methodology_digest').where('provider_id', '=', providerId),
    )
    .execute();
  const limits = new Set(
    frameworks.flatMap(({ document }) =>
      (JSON.parse(document) as Limits).hard_rules.flatMap(({ tiers }) =>
        tiers.map(([, cap]) => Math.round(Number(cap) * 100)),
      ),
    ),
  );
  const scores = new Map(steps.map(({ verificationId, finalScore }) => [verificationId, finalScore]));
  const held = [...scores].filter(([, score]) => limits.has(score)).slice(-MOST_READ);
  const found = new Map<string, number>();
  for (const portion of inPortions(held.map(([id]) => id))) {
    const rows = await db
      .selectFrom('indicators')
      .select([
        'verification_id as verificationId',
        'package_hash as packageHash',
        'methodology_digest as methodologyDigest',
      ])
      .where('verification_id', 'in', portion)
      .execute();
    for (const [id, { text }] of await snapshots.templates(rows)) {
      const uncapped = uncappedIn(text);
      if (uncapped > scores.get(id)!) found.set(id, uncapped);
    }
  }
  return found;
}
