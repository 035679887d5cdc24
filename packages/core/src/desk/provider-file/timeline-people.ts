// The timeline's entries about what people asked for and wrote: requests, drafts that take two people, notes, the record.

import { entry, type TimelineSource } from './timeline-entry.ts';

export const withdrawalRequests: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('withdrawal_requests')
    .innerJoin('staff', 'staff.id', 'withdrawal_requests.asked_by')
    .select(['withdrawal_requests.id', 'verification_id', 'reason', 'asked_at', 'staff.name'])
    .where('provider_id', '=', providerId)
    .execute();
  return rows.map(({ id, verification_id, reason, asked_at, name }) =>
    entry({
      ...{ id: `request ${id}`, at: asked_at, kind: 'requests', what: 'withdrawal_requested' },
      ...{ who: name, text: reason, verification_id },
    }),
  );
};

/** Corrections and reinstatements wait for a second person from when they are drafted. */
export const drafts: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('runs')
    .leftJoin('staff', 'staff.id', 'runs.created_by')
    .select(['runs.id', 'runs.kind', 'runs.status', 'runs.reason', 'runs.created_at', 'staff.name'])
    .where('runs.kind', 'in', ['correction', 'reinstatement'])
    .where('runs.id', 'in', (from) =>
      from.selectFrom('run_items').select('run_id').where('provider_id', '=', providerId),
    )
    .execute();
  return rows.map(({ id, kind, status, reason, created_at, name }) =>
    entry({
      ...{ id: `draft ${id}`, at: created_at, kind: 'requests', what: `${kind}_drafted` },
      ...{ who: name, text: reason, run_id: id, value: status },
    }),
  );
};

export const notes: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('provider_notes')
    .innerJoin('staff', 'staff.id', 'provider_notes.written_by')
    .select(['provider_notes.id', 'text', 'written_at', 'staff.name'])
    .where('provider_id', '=', providerId)
    .execute();
  return rows.map(({ id, text, written_at, name }) =>
    entry({ id: `note ${id}`, at: written_at, kind: 'notes', what: 'noted', who: name, text }),
  );
};

export const records: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('provider_versions')
    .leftJoin('staff', 'staff.id', 'provider_versions.recorded_by')
    .select(['version', 'recorded_at', 'provider_versions.name as text', 'staff.name as who'])
    .where('provider_id', '=', providerId)
    .execute();
  return rows.map(({ version, recorded_at, text, who }) =>
    entry({
      ...{ id: `version ${String(version).padStart(6, '0')}`, at: recorded_at, kind: 'record', who, text },
      what: version === 1 ? 'added' : 'changed',
    }),
  );
};
