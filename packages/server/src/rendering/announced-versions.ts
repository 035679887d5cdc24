// The public history of the framework: every version that was announced, with what it changes for each provider.

import type { MethodologyVersion } from '@rf-indicators/contract';
import { differencesLink, storedDifferences } from '@rf-indicators/core/desk/methodology/differences';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import type { Queries } from '@rf-indicators/core/store/store';

export interface AnnouncedVersions {
  /** Newest first. */
  versions: MethodologyVersion[];
  /** When a version was last announced or cancelled. */
  changedAt: number;
}

/** `current` is the digest of the framework in effect on the date `today`. */
export async function announcedVersions(
  db: Queries,
  today: string,
  current: string,
): Promise<AnnouncedVersions> {
  const rows = await announcedRows(db);
  const uncancelled = rows.filter(({ cancelled_at }) => cancelled_at === null);
  const versions = rows.map((row): MethodologyVersion => {
    const { version, framework_version, digest, effective_from, notes, urgent_reason, cancelled_reason } =
      row;
    // A version is in effect until the next one takes effect.
    const next = uncancelled[uncancelled.indexOf(row) + 1];
    const isCancelled = row.cancelled_at !== null;
    return {
      version,
      framework_version,
      digest,
      status: isCancelled
        ? 'cancelled'
        : digest === current
          ? 'current'
          : effective_from > today
            ? 'upcoming'
            : 'superseded',
      announced_at: instant(row.activated_at),
      effective_from,
      effective_until: isCancelled ? null : (next?.effective_from ?? null),
      notes,
      urgent_reason,
      cancelled_reason,
      differences: differencesLink(digest, storedDifferences(row)),
    };
  });
  const changedAt = Math.max(
    ...rows.flatMap(({ activated_at, cancelled_at }) => [activated_at, cancelled_at ?? 0]),
  );
  return { versions: versions.reverse(), changedAt };
}

function announcedRows(db: Queries) {
  return db
    .selectFrom('methodology_activations as a')
    .innerJoin('methodologies as m', 'm.digest', 'a.digest')
    .leftJoin('methodology_cancellations as c', 'c.digest', 'a.digest')
    .select(['m.version', 'm.framework_version', 'm.digest', 'm.effective_from'])
    .select(['a.activated_at', 'a.notes', 'a.urgent_reason', 'a.differences', 'a.differences_digest'])
    .select(['c.cancelled_at', 'c.reason as cancelled_reason'])
    .orderBy('m.effective_from')
    .orderBy('a.activated_at')
    .execute();
}
