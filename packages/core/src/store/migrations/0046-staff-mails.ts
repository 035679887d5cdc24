// Adds the mails to the staff about their work, and who wants which.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mail_choices (
    staff_id text primary key references staff (id),
    digest integer not null check (digest in (0, 1)),
    at_once integer not null check (at_once in (0, 1))
  )`.execute(db);
  await sql`create table staff_mails (
    staff_id text not null references staff (id),
    about text not null,
    created_at bigint not null,
    attempts integer not null,
    next_attempt_at bigint not null,
    sent_at bigint,
    primary key (staff_id, about)
  )`.execute(db);
}
