// Mentions: "@Ann Analyst" or "@Ann" in a question about a proposal tells a colleague of it, until it is answered.

import type { Queries } from '../../store/store.ts';
import { messagesAbout } from './questions.ts';

export interface Named {
  id: string;
  name: string;
}

export interface Mention {
  proposal_id: string;
  /** Who asked. */
  by: string;
  written_at: number;
  /** Ids of the people who are mentioned, without the one who asked and the one who answers. */
  people: string[];
}

/** The ids of those whom a text mentions: by their name, or by a first name that nobody else has. */
export function mentionedIn(text: string, people: readonly Named[]): string[] {
  const folded = text.normalize('NFC').toLowerCase();
  const found = new Set<string>();
  for (let at = folded.indexOf('@'); at !== -1; at = folded.indexOf('@', at + 1)) {
    // An address of mail is no mention.
    if (at > 0 && /[\p{L}\p{N}._-]/u.test(folded[at - 1]!)) continue;
    const rest = folded.slice(at + 1);
    const begins = (name: string) => rest.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length));
    const byName = people
      .filter(({ name }) => begins(name.normalize('NFC').toLowerCase()))
      .toSorted((a, b) => b.name.length - a.name.length)[0];
    const byFirst = people.filter(({ name }) => begins(firstName(name)));
    const one = byName ?? (byFirst.length === 1 ? byFirst[0] : undefined);
    if (one !== undefined) found.add(one.id);
  }
  return [...found];
}

function firstName(name: string): string {
  return name.normalize('NFC').toLowerCase().split(/\s+/)[0]!;
}

/** In questions that nobody has answered yet, about proposals that nobody has decided on. */
export async function openMentions(db: Queries): Promise<Mention[]> {
  const rows = await db
    .selectFrom('proposals')
    .innerJoin('proposal_messages', 'proposal_messages.proposal_id', 'proposals.id')
    .leftJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .select(['proposals.id', 'proposals.proposed_by'])
    .distinct()
    .where('proposals.id', 'in', db.selectFrom('open_proposals').select('proposal_id'))
    .where('decisions.proposal_id', 'is', null)
    .where('proposal_messages.message', 'like', '%@%')
    .execute();
  if (rows.length === 0) return [];
  const people = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('retired_at', 'is', null)
    .execute();
  const about = await messagesAbout(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id: proposal_id, proposed_by }) => {
    const { kind, message, written_by, written_by_name, written_at } = about.get(proposal_id)!.at(-1)!;
    if (kind !== 'question') return [];
    const mentioned = mentionedIn(message, people).filter((id) => id !== written_by && id !== proposed_by);
    return mentioned.length === 0
      ? []
      : [{ proposal_id, by: written_by_name, written_at, people: mentioned }];
  });
}
