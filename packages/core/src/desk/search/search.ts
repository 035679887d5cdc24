// Search over everything at the desk, for people who know a part of a name.

import { fold, nameRank, rankedByName, rankOfName, typedName } from '@rf-indicators/contract/search';
import type { Actor } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import { civilDate } from '../../context/times.ts';
import type { Queries } from '../../store/store.ts';
import { PROVIDER_FACTS, REFERENCE_RATE } from '../facts/fact-definitions.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { findByName } from '../providers/known-names.ts';
import { findProviders, type Provider } from '../providers/providers.ts';
import { findTitled } from './newest-titles.ts';

export interface Found {
  kind: 'provider' | 'input' | 'document' | 'run' | 'person' | 'workspace';
  id: string;
  name: string;
  detail: string | null;
  /** By which other name or former slug it was found. */
  note: string | null;
  /** How well it matches: the lower, the better. */
  rank: number;
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

interface Candidate extends Omit<Found, 'note' | 'rank'> {
  /** Other texts that find it. */
  also: readonly string[];
}

function best(candidates: readonly Candidate[], part: string): Found[] {
  const byName = candidates.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return rankedByName(byName, ({ name, id, also }) => [name, id, ...also], part)
    .slice(0, MOST)
    .map(({ item: { also: _, ...found }, rank }) => ({ ...found, note: null, rank: rankOfName(rank) }));
}

async function providers(db: Queries, part: string): Promise<Found[]> {
  const matches = (await findByName(db, part)).slice(0, MOST);
  const ids = matches.map(({ id }) => id);
  const found = await findProviders(db, ids);
  const notes = await readNotes(db, [...found.values()], part);
  return matches.flatMap(({ id, rank }) => {
    const provider = found.get(id);
    if (provider === undefined) return [];
    const { slug, name, provider_subtype, retired_at } = provider;
    const detail = retired_at === null ? provider_subtype : 'retired';
    return { kind: 'provider', id: slug, name, detail, note: notes.get(id) ?? null, rank: rankOfName(rank) };
  });
}

/** By which other name the providers were found, unless their name or slug matches as well. */
async function readNotes(
  db: Queries,
  found: readonly Provider[],
  part: string,
): Promise<ReadonlyMap<string, string>> {
  if (found.length === 0) return new Map();
  const ids = found.map(({ id }) => id);
  const typed = typedName(part);
  const rank = (text: string) => nameRank(fold(text), typed) ?? Number.POSITIVE_INFINITY;
  const versions = await db
    .selectFrom('provider_versions')
    .select(['provider_id', 'name'])
    .where('provider_id', 'in', ids)
    .execute();
  const slugs = await db.selectFrom('provider_slugs').selectAll().where('provider_id', 'in', ids).execute();
  return new Map(
    found.flatMap(({ id, name, slug, aliases }) => {
      const own = Math.min(rank(name), rank(slug), rank(id));
      const former = versions.filter((one) => one.provider_id === id).map((one) => one.name);
      const formerSlugs = slugs.filter((one) => one.provider_id === id).map((one) => one.slug);
      const others = [
        ...former.map((text) => ({ text, note: `formerly ${text}` })),
        ...aliases.map((text) => ({ text, note: `also called ${text}` })),
        ...formerSlugs.map((text) => ({ text, note: `former slug ${text}` })),
      ];
      const [first] = others
        .filter(({ text }) => rank(text) < own)
        .sort((one, other) => rank(one.text) - rank(other.text));
      return first === undefined ? [] : [[id, first.note] as const];
    }),
  );
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
      ...{ note: null, rank: rankOfName(id === part ? 0 : 1) },
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
      ...{ kind: 'document', id, name: title, detail: evidence_date, note: null },
      // Those that are found by the digest of their document have another title.
      rank: rankOfName(nameRank(fold(title), typedName(part)) ?? 1),
    }));
}

async function workspaces(db: Queries, part: string): Promise<Found[]> {
  const rows = await db.selectFrom('workspaces').select(['id', 'name', 'tier']).execute();
  return best(
    rows.map(({ id, name, tier }) => ({ kind: 'workspace', id, name, detail: tier, also: [] })),
    part,
  );
}
