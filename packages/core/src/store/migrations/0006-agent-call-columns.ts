// Stores one row per call of an agent tool. Until now a row contained the calls of one second as lines of text.

import { type Kysely, sql } from 'kysely';

const NEW_TABLE = `
alter table agent_calls rename to agent_call_lines;
drop index agent_calls_by_key;
drop index agent_calls_by_time;
create table agent_calls (
  batch text not null,
  position integer not null,
  key_id text not null references api_keys (id),
  called_at bigint not null,
  endpoint text not null check (endpoint in ('plain', 'mcp')),
  tool text,
  outcome text not null,
  duration_us bigint not null,
  request_id text not null,
  primary key (batch, position)
);
create index agent_calls_by_key on agent_calls (key_id, called_at);
create index agent_calls_by_time on agent_calls (called_at)
`;

const READ_AT_ONCE = 100;
/** Databases limit how many values one statement may contain. */
const WRITTEN_AT_ONCE = 100;

interface Tables {
  agent_call_lines: { id: string; key_id: string; calls: string };
  agent_calls: {
    batch: string;
    position: number;
    key_id: string;
    called_at: number;
    endpoint: string;
    tool: string | null;
    outcome: string;
    duration_us: number;
    request_id: string;
  };
}

export async function up(given: Kysely<unknown>): Promise<void> {
  const db = given as Kysely<Tables>;
  for (const statement of NEW_TABLE.split(/;\n/)) await sql.raw(statement).execute(db);
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('agent_call_lines')
      .select(['id', 'key_id', 'calls'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(READ_AT_ONCE)
      .execute();
    if (rows.length === 0) break;
    const calls = rows.flatMap(callsOf);
    for (let at = 0; at < calls.length; at += WRITTEN_AT_ONCE) {
      await db
        .insertInto('agent_calls')
        .values(calls.slice(at, at + WRITTEN_AT_ONCE))
        .execute();
    }
    after = rows.at(-1)!.id;
  }
  await sql.raw('drop table agent_call_lines').execute(db);
}

/** A line contains an instant, an endpoint, a tool or a dash, an outcome, a duration in microseconds and a request id. */
function callsOf({ id, key_id, calls }: Tables['agent_call_lines']): Tables['agent_calls'][] {
  return calls.split('\n').map((line, position) => {
    const [at = '', endpoint = '', tool = '', outcome = '', durationUs = '', request_id = ''] =
      line.split(' ');
    return {
      batch: id,
      position,
      key_id,
      called_at: Number(at),
      endpoint,
      tool: tool === '-' ? null : tool,
      outcome,
      duration_us: Number(durationUs),
      request_id,
    };
  });
}
