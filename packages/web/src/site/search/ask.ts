// Asks for what was typed: the public search, and the area of signed-in people. The last question wins.

import { orderedGroups, type ResultGroup } from '@rf-indicators/contract/search';
import { NoSearch, readResults, type SearchArea } from '../../api/search.ts';

export interface Found {
  query: string;
  groups: readonly ResultGroup[];
  /** Whether a part of the answer could not be read. */
  isPartial: boolean;
  /** Whether there is no search at all, as in a static copy of the site. */
  isMissing: boolean;
}

/** One question for a word, not for each of its letters. */
const TYPED_MS = 120;
/** Slower than this, an answer counts as missing. */
const PATIENCE_MS = 10_000;

export class Questions {
  readonly #area: SearchArea | null;
  readonly #onFound: (found: Found) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #current: AbortController | null = null;

  constructor(area: SearchArea | null, onFound: (found: Found) => void) {
    this.#area = area;
    this.#onFound = onFound;
  }

  ask(query: string): void {
    this.cancel();
    this.#timer = setTimeout(() => void this.#ask(query), TYPED_MS);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#current?.abort();
    this.#current = null;
  }

  async #ask(query: string): Promise<void> {
    const own = new AbortController();
    this.#current = own;
    const timeout = setTimeout(() => own.abort(), PATIENCE_MS);
    const [open, ofArea] = await Promise.allSettled([
      readResults(query, own.signal),
      within(this.#area?.ask(query) ?? [], own.signal),
    ]);
    clearTimeout(timeout);
    if (this.#current !== own) return;
    const replaced = this.#area?.replaces ?? [];
    const found = [
      ...(this.#area?.find(query) ?? []),
      ...(ofArea.status === 'fulfilled' ? ofArea.value : []),
      ...(open.status === 'fulfilled' ? open.value.filter(({ kind }) => !replaced.includes(kind)) : []),
    ];
    const isPartial = open.status === 'rejected' || ofArea.status === 'rejected';
    const isMissing = open.status === 'rejected' && open.reason instanceof NoSearch;
    this.#onFound({ query, groups: orderedGroups(joined(found)), isPartial, isMissing });
  }
}

/** Pages of an area and of the site are one group. */
function joined(groups: readonly ResultGroup[]): ResultGroup[] {
  return [...Map.groupBy(groups, ({ kind }) => kind)].map(([kind, same]) => ({
    kind,
    rank: Math.min(...same.map(({ rank }) => rank)),
    results: same.flatMap(({ results }) => results),
  }));
}

/** Requests of the application cannot be cancelled, but nobody waits for them any more. */
function within<T>(promise: Promise<T> | T, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    Promise.resolve(promise).then(resolve, reject);
  });
}
