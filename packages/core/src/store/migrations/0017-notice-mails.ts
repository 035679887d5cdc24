// Mails of notices that wait to be sent.

import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table notice_mails (
    notice_id text not null references workspace_notices (id),
    member_id text not null references members (id),
    attempts integer not null,
    next_attempt_at bigint not null,
    primary key (notice_id, member_id)
  )`,
  'create index notice_mails_due on notice_mails (next_attempt_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
