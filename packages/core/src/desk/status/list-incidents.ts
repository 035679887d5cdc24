// Incidents as the status page and staff see them.

import { type Portion, timeOrder } from '../../context/paging.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';

export type Incident = Database['incidents'];

export const INCIDENT_ORDER = timeOrder<Pick<Incident, 'started_at' | 'id'>>(
  'incidents',
  'newest',
  ['started_at', 'incidents.id'],
  ({ started_at, id }) => [started_at, id],
);

export interface ListedIncident extends Incident {
  opened_by_name: string;
}

/** Newest first. */
export async function listIncidents(
  db: Queries,
  { ongoing }: { ongoing?: boolean | undefined },
  portion: Portion = {},
): Promise<ListedIncident[]> {
  let query = db
    .selectFrom('incidents')
    .innerJoin('staff', 'staff.id', 'incidents.opened_by')
    .selectAll('incidents')
    .select('staff.name as opened_by_name');
  if (ongoing !== undefined) query = query.where('ended_at', ongoing ? 'is' : 'is not', null);
  return INCIDENT_ORDER.select(query, portion).execute();
}

/** For the status page: the ongoing ones, and those that ended since an instant, newest first. */
export async function publicIncidents(db: Queries, since: number): Promise<Incident[]> {
  return db
    .selectFrom('incidents')
    .selectAll()
    .where(({ eb, or }) => or([eb('ended_at', 'is', null), eb('ended_at', '>=', since)]))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute();
}

const MOST_SHOWN = 50;
