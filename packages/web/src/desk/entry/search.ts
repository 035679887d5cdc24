// What the address of the entry grid names: a draft, or a provider and an input to begin with.

export interface EntrySearch {
  draft?: string;
  provider?: string;
  input?: string;
}

export function readEntrySearch(given: Record<string, unknown>): EntrySearch {
  const search: EntrySearch = {};
  for (const name of ['draft', 'provider', 'input'] as const) {
    const text = given[name];
    if (typeof text === 'string' && text !== '') search[name] = text;
  }
  return search;
}
