// What other people and the service did since an instant, counted by action.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { AuditAction } from '@rf-indicators/contract/audit-actions';
import { SERVICE } from '../../context/actor.ts';
import type { Queries } from '../../store/store.ts';

type News = DomainAnswerOf<'desk.home'>['news'][number];

/** Steps of other acts, and what people only looked at. */
const UNTOLD: readonly AuditAction[] = [
  'document.opened',
  'document.stored',
  'run.start',
  'sign_in.link_shown',
];
const MOST = 7;
const NAMED = 3;

export async function newsSince(db: Queries, me: string, since: number): Promise<News[]> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('staff', 'staff.id', 'audit.actor')
    .select(({ fn }) => [
      'audit.action',
      'audit.actor',
      'staff.name',
      fn.countAll().as('count'),
      fn.max('audit.at').as('latest_at'),
    ])
    .where('audit.at', '>', since)
    .where('audit.actor', '<>', me)
    .where('audit.action', 'not in', [...UNTOLD])
    .groupBy(['audit.action', 'audit.actor', 'staff.name'])
    .execute();
  const byAction = Map.groupBy(rows, ({ action }) => action);
  return [...byAction]
    .map(([action, done]): News => {
      const names = done
        .toSorted((a, b) => Number(b.count) - Number(a.count) || compare(a.actor, b.actor))
        // Of members, only that there are some: they are known by their workspace.
        .map(({ actor, name }) => (actor === SERVICE.id ? 'the service' : (name ?? 'a customer')));
      const people = [...new Set(names)];
      return {
        action,
        count: done.reduce((sum, { count }) => sum + Number(count), 0),
        latest_at: Math.max(...done.map(({ latest_at }) => Number(latest_at))),
        by: people.slice(0, NAMED),
        others: Math.max(0, people.length - NAMED),
      };
    })
    .toSorted((a, b) => b.latest_at - a.latest_at || compare(a.action, b.action))
    .slice(0, MOST);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
