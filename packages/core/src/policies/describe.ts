// Policies as acts answer them: lists, versions with the names of people, and one version with its document.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { policyFindings } from '@rf-indicators/engine';
import { Refusal } from '../context/refusal.ts';
import type { Queries, Writes } from '../store/store.ts';
import { namesOfMembers } from './member-names.ts';
import { whySecondPerson } from './second-person.ts';
import { policyOf, type VersionRow } from './versions.ts';

export type DescribedVersion = DomainAnswerOf<'policies.ask'>;
export type ReadPolicy = DomainAnswerOf<'policies.read'>;

/** Documents can be long, and a list shows none. */
const WITHOUT_DOCUMENT = [
  ...(['workspace_id', 'name', 'version', 'digest', 'state', 'is_shadow', 'saved_at', 'saved_by'] as const),
  ...(['asked_at', 'asked_by', 'refused_reason', 'activated_at', 'activated_by'] as const),
  ...(['stop_asked_by', 'replaced_at'] as const),
];

type Names = ReadonlyMap<string | null, string>;

function describe(row: Omit<VersionRow, 'document'>, names: Names): DescribedVersion {
  const nameOf = (id: string | null) => names.get(id) ?? null;
  return {
    name: row.name,
    version: row.version,
    digest: row.digest,
    state: row.state,
    shadow: row.is_shadow === 1,
    saved_at: row.saved_at,
    saved_by: row.saved_by,
    saved_by_name: names.get(row.saved_by)!,
    asked_at: row.asked_at,
    asked_by: row.asked_by,
    asked_by_name: nameOf(row.asked_by),
    refused_reason: row.refused_reason,
    activated_at: row.activated_at,
    activated_by: row.activated_by,
    activated_by_name: nameOf(row.activated_by),
    stop_asked_by: row.stop_asked_by,
    stop_asked_by_name: nameOf(row.stop_asked_by),
    replaced_at: row.replaced_at,
  };
}

export async function describeVersion(
  db: Queries | Writes,
  row: Omit<VersionRow, 'document'>,
): Promise<DescribedVersion> {
  return describe(row, await namesOfMembers(db, row.workspace_id));
}

/** By name. */
export async function listPolicies(
  db: Queries,
  workspaceId: string,
): Promise<DomainAnswerOf<'policies.list'>['data']> {
  const rows = await db
    .selectFrom('policy_versions')
    .select(WITHOUT_DOCUMENT)
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .orderBy('version')
    .execute();
  const names = await namesOfMembers(db, workspaceId);
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, versions]) => {
    const inState = (...states: VersionRow['state'][]) => {
      const found = versions.find(({ state }) => states.includes(state));
      return found === undefined ? null : describe(found, names);
    };
    return { name, active: inState('active'), draft: inState('draft', 'asked'), versions: versions.length };
  });
}

export async function readPolicy(
  db: Queries,
  workspaceId: string,
  name: string,
  version: number | undefined,
): Promise<ReadPolicy> {
  const rows = await db
    .selectFrom('policy_versions')
    .select(WITHOUT_DOCUMENT)
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .execute();
  const newest = rows.find(({ state }) => state !== 'discarded') ?? rows[0];
  if (newest === undefined) throw noPolicy(name);
  const shown = version ?? newest.version;
  const row = await db
    .selectFrom('policy_versions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .where('version', '=', shown)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found', `The policy ${name} has no version ${shown}.`);
  const names = await namesOfMembers(db, workspaceId);
  const document = policyOf(row);
  const isOpen = row.state === 'draft' || row.state === 'asked';
  return {
    versions: rows.map((one) => describe(one, names)),
    shown: {
      ...describe(row, names),
      document: { ...document },
      findings: policyFindings(document),
      second_person: isOpen ? await whySecondPerson(db, row) : null,
    },
  };
}

export function noPolicy(name: string): Refusal {
  return new Refusal('not_found', `The workspace has no policy called ${name}.`);
}
