// What scores would be without the hard rules that held them.

import { uncappedIn } from '@rf-indicators/core/desk/snapshots/fill-template';
import { inPortions } from '@rf-indicators/core/store/bulk';
import type { Reading } from './reading.ts';

interface Published {
  verificationId: string;
  /** In hundredths. */
  finalScore: number;
}

interface Limits {
  hard_rules: { tiers: [condition: unknown, cap: string][] }[];
}

/**
 * In hundredths, by verification id, for the scores that hard rules held. A held score has the figure of a limit of its
 * framework, so only snapshots with such a score are read: of indicators of one provider.
 */
export async function readUncapped(
  { db, snapshots }: Pick<Reading, 'db' | 'snapshots'>,
  providerId: string,
  published: readonly Published[],
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
  const scores = new Map(published.map(({ verificationId, finalScore }) => [verificationId, finalScore]));
  const candidates = [...scores].flatMap(([id, score]) => (limits.has(score) ? [id] : []));
  const found = new Map<string, number>();
  for (const portion of inPortions(candidates)) {
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
