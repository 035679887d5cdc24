// Search over everything at the desk, for people who know a part of a name.

import type { Actor } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import { civilDate } from '../../context/times.ts';
import { fold } from '../../store/fold.ts';
import type { Queries } from '../../store/store.ts';
import { PROVIDER_FACTS, REFERENCE_RATE } from '../facts/fact-definitions.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { findByName } from '../providers/known-names.ts';
import { findProviders } from '../providers/providers.ts';
import { findTitled } from './newest-titles.ts';

export interface Found {
  kind: 'provider' | 'input' | 'document' | 'run' | 'person' | 'workspace';
  id: string;
  name: string;
  detail: string | null;
}

/** Of each kind. */
const MOST = 6;
const SHORTEST_ID = 4;
const SHORTEST_TITLE = 3;

/** The best matches of each kind, kind by kind. */
export async function search(context: Context, actor: Actor, query: string): Promise<Found[]> {
  const { db } = context.store;
  const part = fold(query).trim();
  if (part === '') return [];
  const groups = [
    await providers(db, part),
    await inputs(context, part),
    await staff(db, part),
    await runs(db, part),
    await documents(db, part),
    actor.roles.includes('operator') ? await workspaces(db, part) : [],
  ];
  return groups.flat();
}

interface Candidate extends Found {
  /** Other texts that find it, such as former names. */
  also: readonly string[];
}

function best(candidates: readonly Candidate[], part: string): Found[] {
  return candidates
    .map((candidate) => ({
      candidate,
      rank: rankOf([candidate.name, candidate.id, ...candidate.also], part),
    }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => a.rank! - b.rank! || (a.candidate.name < b.candidate.name ? -1 : 1))
    .slice(0, MOST)
    .map(({ candidate: { also: _, ...found } }) => found);
}

async function providers(db: Queries, part: string): Promise<Found[]> {
  const ids = (await findByName(db, part)).slice(0, MOST);
  const found = await findProviders(db, ids);
  return ids.flatMap((id) => {
    const provider = found.get(id);
    if (provider === undefined) return [];
    const { slug, name, provider_subtype, retired_at } = provider;
    return { kind: 'provider', id: slug, name, detail: retired_at === null ? provider_subtype : 'retired' };
  });
}

/** Criteria and gates of the framework in effect, and facts. */
async function inputs({ store: { db }, clock }: Context, part: string): Promise<Found[]> {
  const effective = await findEffectiveMethodology(db, clock());
  if (effective === null) return [];
  const { criteria, gates } = effective.methodology;
  const found = (id: string, label: string, detail: string): Candidate => ({
    ...{ kind: 'input', id, name: label, detail, also: [id.replaceAll('_', ' ')] },
  });
  return best(
    [
      ...gates.map(({ id }) => found(id, inWords(id), 'gate')),
      ...criteria.map(({ id, label }) => found(id, label, 'criterion')),
      ...[...PROVIDER_FACTS, REFERENCE_RATE].map((id) => found(id, inWords(id), 'fact')),
    ],
    part,
  );
}

function inWords(id: string): string {
  const words = id.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

async function staff(db: Queries, part: string): Promise<Found[]> {
  const rows = await db
    .selectFrom('staff')
    .leftJoin('staff_roles', 'staff_roles.staff_id', 'staff.id')
    .select(['staff.id', 'staff.name', 'staff.retired_at', 'staff_roles.role'])
    .orderBy('staff_roles.role')
    .execute();
  const people = [...Map.groupBy(rows, ({ id }) => id).values()];
  return best(
    people.map((roles) => {
      const { id, name, retired_at } = roles[0]!;
      const names = roles.flatMap(({ role }) => role?.replaceAll('_', ' ') ?? []);
      const detail = retired_at === null ? names.join(', ') : 'retired';
      return { kind: 'person', id, name, detail: detail === '' ? null : detail, also: [] };
    }),
    part,
  );
}

/** By the beginning of the id, or by the day. */
async function runs(db: Queries, part: string): Promise<Found[]> {
  if (part.length < SHORTEST_ID) return [];
  const rows = await db
    .selectFrom('runs')
    .select(['id', 'kind', 'status', 'as_of'])
    .where('status', '<>', 'discarded')
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute();
  return rows
    .filter(({ id, as_of }) => id.startsWith(part) || civilDate(as_of).startsWith(part))
    .slice(0, MOST)
    .map(({ id, kind, status, as_of }) => ({
      ...{ kind: 'run', id, name: `Run as of ${civilDate(as_of)}`, detail: `${kind}, ${status}` },
    }));
}

/** Evidence by its title, or by the beginning of the digest of its document. The newest of each title. */
async function documents(db: Queries, part: string): Promise<Found[]> {
  if (part.length < SHORTEST_TITLE) return [];
  const ids = await findTitled(db, part, MOST);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('evidence')
    .select(['id', 'title', 'evidence_date'])
    .where('id', 'in', ids)
    .execute();
  return rows
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map(({ id, title, evidence_date }) => ({
      ...{ kind: 'document', id, name: title, detail: evidence_date },
    }));
}

async function workspaces(db: Queries, part: string): Promise<Found[]> {
  const rows = await db.selectFrom('workspaces').select(['id', 'name', 'tier']).execute();
  return best(
    rows.map(({ id, name, tier }) => ({ kind: 'workspace', id, name, detail: tier, also: [] })),
    part,
  );
}

/** 0: the same, 1: its beginning, 2: the beginning of a word, 3: inside; null if no text matches. `part` is folded. */
function rankOf(texts: readonly string[], part: string): number | null {
  const ranks = texts.map((text) => rank(fold(text), part)).filter((one) => one !== null);
  return ranks.length === 0 ? null : Math.min(...ranks);
}

function rank(text: string, part: string): number | null {
  if (text === part) return 0;
  const at = text.indexOf(part);
  if (at === -1) return null;
  if (at === 0) return 1;
  return text.includes(` ${part}`) ? 2 : 3;
}
