// Marks what must be evaluated, and when. Whoever changes what an alert can be about marks it in the same transaction, so that no
// change is missed and nothing that did not change is read.

import type { Writes } from '../../store/store.ts';

export type About = `rule/${string}` | `new-rule/${string}` | `book/${string}` | `alert/${string}`;

/** The earliest instant counts. */
export async function markDue(writes: Writes, about: About, at: number): Promise<void> {
  await writes
    .insertInto('watch_due')
    .values({ about, at })
    .onConflict((conflict) =>
      conflict
        .column('about')
        .doUpdateSet({ at })
        .where(({ eb }) => eb('watch_due.at', '>', at)),
    )
    .execute();
}

export async function unmark(writes: Writes, about: About): Promise<void> {
  await writes.deleteFrom('watch_due').where('about', '=', about).execute();
}
