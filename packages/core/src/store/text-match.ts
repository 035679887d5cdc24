// Comparisons of a part of a text. Not LIKE, because the text may contain its wildcards.

import { type RawBuilder, type SqlBool, sql } from 'kysely';

export function beginsWith(column: string, beginning: string): RawBuilder<SqlBool> {
  return sql`substr(${sql.ref(column)}, 1, ${sql.lit([...beginning].length)}) = ${beginning}`;
}

/** Both databases replace a text, and what is then shorter had it. The part must not be empty. */
export function contains(column: string, part: string): RawBuilder<SqlBool> {
  return sql`length(replace(${sql.ref(column)}, ${part}, '')) < length(${sql.ref(column)})`;
}
