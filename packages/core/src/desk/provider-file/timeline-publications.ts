// The timeline's entries about what was published: indicators, corrections, staleness and withdrawals.

import { staleReasonOf } from '../served/served.ts';
import { entry, type TimelineSource } from './timeline-entry.ts';

export const publications: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('indicators')
    .innerJoin('publications', 'publications.id', 'indicators.publication_id')
    .leftJoin('staff', 'staff.id', 'publications.published_by')
    .select([
      'verification_id',
      'indicators.published_at',
      'indicators.kind',
      'corrects',
      'correction_reason',
    ])
    .select(['final_score', 'risk_band', 'publications.run_id', 'staff.name'])
    .where('provider_id', '=', providerId)
    .execute();
  return rows.map((row) =>
    entry({
      ...{ id: `indicator ${row.verification_id}`, at: row.published_at, what: row.kind },
      kind: row.corrects === null ? 'publications' : 'corrections',
      ...{ who: row.name, text: row.correction_reason, run_id: row.run_id },
      ...{ verification_id: row.verification_id, score: row.final_score, band: row.risk_band },
    }),
  );
};

export const withdrawals: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('withdrawals')
    .leftJoin('staff', 'staff.id', 'withdrawals.approved_by')
    .select(['withdrawals.id', 'verification_id', 'reason', 'withdrawn_at', 'staff.name'])
    .where('provider_id', '=', providerId)
    .execute();
  return rows.map(({ id, verification_id, reason, withdrawn_at, name }) =>
    entry({
      ...{ id: `withdrawal ${id}`, at: withdrawn_at, kind: 'publications', what: 'withdrawn' },
      ...{ who: name, text: reason, verification_id },
    }),
  );
};

export const staleness: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('stale_marks')
    .select(['seq', 'verification_id', 'marked_at', 'stale_since', 'stale_reason'])
    .where('provider_id', '=', providerId)
    .execute();
  return rows.map((row) =>
    entry({
      ...{ id: `mark ${row.seq}`, at: row.marked_at, kind: 'staleness' },
      what: row.stale_since === null ? 'no_longer_stale' : 'stale',
      ...{ text: staleReasonOf(row), verification_id: row.verification_id },
    }),
  );
};
