// What a transaction does only once, however often it is asked for: nothing that others write meanwhile appears in it.

import type { Queries, Writes } from './store.ts';

/** Once for each `about`. Outside a transaction, `work` is done each time. Null is not kept. */
export function onceEachTransaction<Db extends Queries | Writes, About extends [] | [string], T>(
  work: (db: Db, ...about: About) => Promise<T>,
): (db: Db, ...about: About) => Promise<T> {
  const kept = new WeakMap<Db, Map<string | undefined, T>>();
  return async (db, ...about) => {
    if (!db.isTransaction) return work(db, ...about);
    const known = kept.get(db) ?? new Map<string | undefined, T>();
    kept.set(db, known);
    const found = known.get(about[0]) ?? (await work(db, ...about));
    if (found !== null) known.set(about[0], found);
    return found;
  };
}
