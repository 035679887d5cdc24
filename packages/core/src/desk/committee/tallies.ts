// How the votes on several matters stand, to show it. Packages are read only where the votes alone do not say it.

import type { Queries, Writes } from '../../store/store.ts';
import type { Tally } from '../matters/tally.ts';
import type { Matter } from './matter-items.ts';
import { type Bench, tallyOf } from './standing.ts';
import { factsOf } from './value-facts.ts';

/** By the id of the matter. */
export async function talliesOf(
  db: Queries | Writes,
  matters: readonly Matter[],
  benchOfMatter: (matter: Matter) => Bench,
): Promise<Map<string, Tally>> {
  const tallies = new Map(matters.map((matter) => [matter.id, tallyOf(benchOfMatter(matter), matter, null)]));
  const unknown = matters.filter(({ id }) => tallies.get(id)!.needsFacts);
  for await (const [matter, facts] of factsOf(db, unknown, { isDeciding: false }))
    tallies.set(matter.id, tallyOf(benchOfMatter(matter), matter, facts));
  return tallies;
}
