// The list of migrations, and the two kinds of them. A new store is made from the definitions of its tables; a migration
// brings a store that exists to the same tables. Nodes of two versions share a store while it is upgraded, so a change that
// older programs would not survive is made in two steps: one that adds, and, when no such program runs any more, one that
// takes away.

import type { Kysely } from 'kysely';
import type { StoreKind } from './store.ts';

interface MigrationModule {
  up(db: Kysely<unknown>, kind: StoreKind): Promise<void>;
}

type Load = () => Promise<MigrationModule>;

export type StoreMigration = { load: Load } & (
  | { step: 'expand' }
  /** `needs`: since which migration programs no longer use what this one takes away; null: since this one. */
  | { step: 'contract'; needs: string | null }
);

/** By name, in order. */
export type MigrationList = Readonly<Record<string, StoreMigration>>;

/** Adds what older programs do not notice. */
export function expand(load: Load): StoreMigration {
  return { load, step: 'expand' };
}

/** Takes away or changes what older programs use. */
export function contract(load: Load, needs: string | null = null): StoreMigration {
  return { load, step: 'contract', needs };
}

/**
 * Migrations from before tables had definitions. Their code is gone: every store has them, and one that lacks some is too
 * old for this program. docs/operate/upgrading.md says which commit upgrades it.
 */
export const FORMER_MIGRATIONS = [
  ...['0001-the-write-side', '0002-the-read-side', '0003-webhooks', '0004-agent-calls', '0005-topics'],
  ...['0006-agent-call-columns', '0007-evidence-for-facts', '0008-two-people', '0009-suspensions'],
  ...['0010-record-chain', '0011-cosignatures', '0012-erasure', '0013-identity', '0014-endpoint-secrets'],
  ...['0015-audit-via', '0016-failed-calls', '0017-notice-mails', '0018-typed-names'],
  ...['0019-compressed-packages', '0020-prepared-reads', '0021-pending-decisions', '0022-due-board'],
  ...['0023-entry-drafts', '0024-committee', '0025-desk-of-providers', '0026-incidents', '0027-presence'],
  ...['0028-datasets', '0029-nodes', '0030-compatible-versions'],
] as const;

/**
 * In order. Each is `expand` (programs that do not know it keep using the store) or `contract` (they must not).
 * docs/operate/upgrading.md says how to write one. Their code is loaded when they are applied: every thread and command that opens
 * the store needs their names, and hardly ever their code.
 */
export const MIGRATIONS: MigrationList = {
  '0031-public-names': expand(() => import('./migrations/0031-public-names.ts')),
  '0032-service-days': expand(() => import('./migrations/0032-service-days.ts')),
  '0033-webhook-proofs': expand(() => import('./migrations/0033-webhook-proofs.ts')),
  '0034-sign-in-servers': expand(() => import('./migrations/0034-sign-in-servers.ts')),
  // Programs that do not know it would add entries without MACs.
  '0035-entry-macs': contract(() => import('./migrations/0035-entry-macs.ts')),
  '0036-demo-mark': expand(() => import('./migrations/0036-demo-mark.ts')),
  '0037-node-keys': expand(() => import('./migrations/0037-node-keys.ts')),
  '0038-access-versions': contract(() => import('./migrations/0038-access-versions.ts')),
  '0039-read-indexes': expand(() => import('./migrations/0039-read-indexes.ts')),
  '0040-desk-reads': expand(() => import('./migrations/0040-desk-reads.ts')),
  '0041-specimens': expand(() => import('./migrations/0041-specimens.ts')),
  '0042-act-indexes': expand(() => import('./migrations/0042-act-indexes.ts')),
  // Until older programs are stopped, drafts can be approved and published in them as before.
  '0043-committee': expand(() => import('./migrations/0043-committee.ts')),
  // Programs that do not know it would score impossible values, and miss the new members of what they compare with the chain.
  '0044-entry-checks': contract(() => import('./migrations/0044-entry-checks.ts')),
  // Programs that do not know it would publish news without its rationale.
  '0045-rationales': contract(() => import('./migrations/0045-rationales.ts')),
  '0046-staff-mails': expand(() => import('./migrations/0046-staff-mails.ts')),
  // Programs that do not know it would take a key with a scope for one that was altered.
  '0047-policies': contract(() => import('./migrations/0047-policies.ts')),
  '0048-lapses': expand(() => import('./migrations/0048-lapses.ts')),
  '0049-decisions': expand(() => import('./migrations/0049-decisions.ts')),
  '0050-standing-decisions': expand(() => import('./migrations/0050-standing-decisions.ts')),
  // Programs that do not know it would drop identifiers, and miss them in what they compare with the chain and the log.
  '0051-identifiers': contract(() => import('./migrations/0051-identifiers.ts')),
  '0055-books': expand(() => import('./migrations/0055-books.ts')),
  '0056-watch': expand(() => import('./migrations/0056-watch.ts')),
  '0063-coverage-requests': expand(() => import('./migrations/0063-coverage-requests.ts')),
  '0064-ended-alerts': expand(() => import('./migrations/0064-ended-alerts.ts')),
};

export function namesOf(list: MigrationList): string[] {
  return [...FORMER_MIGRATIONS, ...Object.keys(list)];
}

/** The newest migration that this program knows: its version, as far as the store is concerned. */
export const NEWEST_MIGRATION = namesOf(MIGRATIONS).at(-1)!;

/** The migration that a program must know to use the store once this one is applied; null: any program can. */
export function neededBy(name: string, list: MigrationList): string | null {
  const migration = list[name];
  if (migration === undefined || migration.step === 'expand') return null;
  return migration.needs ?? name;
}

/** Whether a program with these migrations can use a store that requires this one. */
export function knows(oldest: string | undefined, list: MigrationList): boolean {
  return oldest !== undefined && namesOf(list).includes(oldest);
}

/** Tables that the migrator makes for itself, and what somebody could do by changing them. */
export const MIGRATION_TABLES = {
  kysely_migration: {
    columns: ['name', 'timestamp'],
    reason:
      'Says which migrations were applied. Somebody who removes a name, or adds one that this version does not know, makes every program refuse the store; rf migrate then fails on what it finds done. MACs do not begin a second time: a leaf of the log says since when there are any.',
  },
  kysely_migration_lock: {
    columns: ['id', 'is_locked'],
    reason: 'Keeps two migrations apart. Somebody who changes it makes rf migrate wait or fail.',
  },
} as const;
