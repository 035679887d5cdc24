// Which items of a draft a publication takes, and which stay in the draft.

import { type Actor, SERVICE } from '../../context/actor.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Queries } from '../../store/store.ts';
import { itemName, type Run } from '../committee/matter-items.ts';
import { slugsOf } from '../providers/slugs.ts';
import type { RunItem } from '../runs/run-items.ts';
import { decidedBy } from './decided-by.ts';
import { lackingOf } from './item-needs.ts';

export interface Chosen {
  publishing: RunItem[];
  held: RunItem[];
  /** Of those who voted for it, somebody other than the publisher; null if the committee decided nothing of it. */
  approvedBy: string | null;
}

/** `items`: all of the draft that are not published and concern readers. */
export async function chooseItems(
  db: Queries,
  run: Run,
  items: readonly RunItem[],
  actor: Actor,
): Promise<Chosen> {
  const lacking = await lackingOf(db, run, items);
  const news = items.filter(({ action }) => action === 'publish');
  const held = news.filter((item) => lacking.has(itemName(item)));
  const publishing = news.filter((item) => !lacking.has(itemName(item)));
  const [first] = lacking.values();
  if (run.kind === 'correction' && first !== undefined)
    throw new Refusal(
      'conflict',
      `A correction is published as a whole, once the committee has accepted it. ${first}`,
    );
  const isNothing = publishing.length === 0 && items.every(({ action }) => action === 'publish');
  if (held.length > 0 && isNothing && actor !== SERVICE) {
    const slugs = await slugsOf(
      db,
      held.map(({ provider_id }) => provider_id),
    );
    throw new Refusal(
      'conflict',
      `Nothing of this draft can be published yet. ${first} Providers: ${slugs}.`,
    );
  }
  return { publishing, held, approvedBy: await decidedBy(db, run, publishing, actor) };
}
