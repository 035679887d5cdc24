// Adds the days on which people used the desk, what the log says of the founding, and the mails about it.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table staff_attendance (
    staff_id text primary key references staff (id),
    first_day text not null,
    last_day text not null
  )`.execute(db);
  await sql`alter table founding add column logged_as text`.execute(db);
  await sql`create index log_leaves_of_service on log_leaves (idx) where kind in ('founding', 'resumed')`.execute(
    db,
  );
  await sql`create table founding_mails (
    seq bigint not null references founding (seq),
    staff_id text not null references staff (id),
    attempts integer not null,
    next_attempt_at bigint not null,
    primary key (seq, staff_id)
  )`.execute(db);
}
