// Audit records say how the actor was identified: by a command on the server, a token or a session.

import { type Kysely, sql } from 'kysely';
import type { StoreKind } from '../store.ts';
import { protectColumns } from './0012-erasure.ts';

const PROTECTED = ['seq', 'id', 'at', 'actor', 'action', 'subject', 'via'];

export async function up(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await sql`alter table audit add column via text`.execute(db);
  await protectColumns(db, kind, 'audit', PROTECTED);
}
