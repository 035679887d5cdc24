import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether a column begins with a text. Not LIKE, because the text may contain its wildcards. */
export function beginsWith(column: string, beginning: string): RawBuilder<SqlBool> {
  return sql`substr(${sql.ref(column)}, 1, ${sql.lit([...beginning].length)}) = ${beginning}`;
}
