// Reads lists whose acts answer in pages.

import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { LARGEST_PAGE } from '@rf-indicators/contract/page-sizes';
import type { Perform } from './perform.ts';

/** The acts that answer in pages. */
type PagedName = {
  [Name in ActName]: AnswerOf<Name> extends { next_cursor: string | null } ? Name : never;
}[ActName];

type Item<Name extends PagedName> = AnswerOf<Name>['data'][number];
type Given<Name extends PagedName> = {
  [Member in keyof InputOf<Name> as Exclude<Member, 'limit' | 'cursor'>]: InputOf<Name>[Member] | undefined;
};

/** With the other members of the last page. */
export type Listed<Name extends PagedName> = Omit<AnswerOf<Name>, 'data' | 'next_cursor'> & {
  data: Item<Name>[];
  hasMore: boolean;
};

/** Follows the pages to the end, or until it has `most` entries. */
export async function listPages<Name extends PagedName>(
  perform: Perform,
  name: Name,
  input: Given<Name>,
  most = Number.POSITIVE_INFINITY,
): Promise<Listed<Name>> {
  const data: Item<Name>[] = [];
  let cursor: string | undefined;
  for (;;) {
    const limit = Math.min(LARGEST_PAGE, most - data.length);
    // TypeScript cannot relate the members that all pages have to `Name`.
    const page = (await perform(name, { ...input, limit, cursor } as never)) as {
      data: Item<Name>[];
      /** Absent in an answer of an older server, which has no pages. */
      next_cursor?: string | null;
    };
    data.push(...page.data);
    const { next_cursor: next = null, ...others } = page;
    if (next === null || data.length >= most)
      return { ...others, data, hasMore: next !== null } as unknown as Listed<Name>;
    // A server with this fault would be asked forever.
    if (next === cursor) throw new Error(`The server answers ${name} with the same page again.`);
    cursor = next;
  }
}
