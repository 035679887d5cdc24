// Comparisons of a part of a text. The text may contain the wildcards of LIKE, which mean nothing here.

import { type RawBuilder, type SqlBool, sql } from 'kysely';

export function beginsWith(column: string, beginning: string): RawBuilder<SqlBool> {
  return sql`substr(${sql.ref(column)}, 1, ${sql.lit([...beginning].length)}) = ${beginning}`;
}

/** Both databases replace a text, and what is then shorter had it. The part must not be empty. */
export function contains(column: string, part: string): RawBuilder<SqlBool> {
  return sql`length(replace(${sql.ref(column)}, ${part}, '')) < length(${sql.ref(column)})`;
}

/** Whether one of the columns has the text, in any case of letters that the database knows. Its wildcards are taken literally. */
export function anyContains(columns: readonly string[], text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replaceAll(/[!%_]/g, '!$&')}%`;
  const has = (column: string) => sql<SqlBool>`lower(${sql.ref(column)}) like lower(${pattern}) escape '!'`;
  return sql<SqlBool>`(${sql.join(columns.map(has), sql` or `)})`;
}
