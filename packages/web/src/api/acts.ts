// The typed client of the console. Inputs and answers have the types of the table of acts.

import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import {
  keepPreviousData,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { actingAs } from './acting-as.ts';
import { ProblemError } from './problem.ts';
import { send } from './send.ts';
import { signedIn } from './sign-in-again.ts';

declare const __QUERY_ACTS__: readonly ActName[];
const QUERY_ACTS: ReadonlySet<ActName> = new Set(__QUERY_ACTS__);

export function callAct<Name extends ActName>(
  name: Name,
  input: InputOf<Name>,
  idempotencyKey?: string,
): Promise<AnswerOf<Name>> {
  const path = `/api/console/${name.replace('.', '/')}`;
  const headers: Record<string, string> = {};
  const person = actingAs();
  if (person !== null) headers['rf-acting-as'] = person;
  if (QUERY_ACTS.has(name))
    return signedIn(() => send('GET', `${path}${queryOf(input)}`, undefined, headers));
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  return signedIn(() => send('POST', path, input, headers));
}

function queryOf(input: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) query.append(name, String(one));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

interface ReadOptions {
  /** False while what the read needs is not known yet. */
  enabled?: boolean;
  /** Reads again after this time, for pages that show what others do. */
  everyMs?: number;
  /** Shown as it was when it was read, whatever changes; for what takes long to compute. */
  isAsItWas?: boolean;
}

/** Marks what is not read again by itself. */
export const SHOWN_AS_IT_WAS = { isAsItWas: true } as const;

export function useRead<Name extends ActName>(
  name: Name,
  input: InputOf<Name>,
  { enabled = true, everyMs, isAsItWas = false }: ReadOptions = {},
): UseQueryResult<AnswerOf<Name>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: () => callAct(name, input),
    enabled,
    ...(isAsItWas ? { meta: SHOWN_AS_IT_WAS } : {}),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

/** The acts that list in pages. */
type ListName = {
  [Name in ActName]: AnswerOf<Name> extends { data: unknown[]; next_cursor: string | null } ? Name : never;
}[ActName];
type EntryOf<Name extends ListName> = AnswerOf<Name>['data'][number];

export interface Pages<Entry> {
  /** Undefined until the first page has come. */
  entries: Entry[] | undefined;
  error: Error | null;
  hasMore: boolean;
  isReadingMore: boolean;
  readMore: () => void;
  readAgain: () => void;
}

/** A list that is read page by page, as the reader asks for more. */
export function useList<Name extends ListName>(
  name: Name,
  input: InputOf<Name>,
  { enabled = true, everyMs }: ReadOptions = {},
): Pages<EntryOf<Name>> {
  const pages = useInfiniteQuery({
    queryKey: [name, input],
    queryFn: ({ pageParam }) => callAct(name, pageParam === null ? input : { ...input, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled,
    placeholderData: keepPreviousData,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
  return {
    entries: pages.data?.pages.flatMap(({ data }): EntryOf<Name>[] => data),
    error: pages.error,
    hasMore: pages.hasNextPage,
    isReadingMore: pages.isFetchingNextPage,
    readMore: () => void pages.fetchNextPage(),
    readAgain: () => void pages.refetch(),
  };
}

/** A list that was read at once, as one that is read page by page. */
export function onePage<Entry>(
  { error, refetch }: { error: Error | null; refetch: () => unknown },
  entries: Entry[] | undefined,
): Pages<Entry> {
  const readAgain = () => void refetch();
  return { entries, error, hasMore: false, isReadingMore: false, readMore: readAgain, readAgain };
}

/** A change. What pages show of these subjects is read again afterwards. */
export function useAct<Name extends ActName>(
  name: Name,
  changes: readonly string[],
): UseMutationResult<AnswerOf<Name>, Error, InputOf<Name>> {
  const client = useQueryClient();
  const key = useRef(crypto.randomUUID());
  // A double click is quicker than the button that becomes busy.
  const isSent = useRef(false);
  const mutation = useMutation({
    mutationFn: async (input: InputOf<Name>) => {
      try {
        return await callAct(name, input, key.current);
      } catch (error) {
        // After a cut connection the next try has the same key, so that nothing is created twice.
        if (error instanceof ProblemError) key.current = crypto.randomUUID();
        throw error;
      } finally {
        isSent.current = false;
      }
    },
    onSuccess: () => {
      key.current = crypto.randomUUID();
      return readAgain(client, changes);
    },
  });
  const mutate = (...given: Parameters<typeof mutation.mutate>) => {
    if (isSent.current) return;
    isSent.current = true;
    mutation.mutate(...given);
  };
  return { ...mutation, mutate };
}

export function readAgain(client: QueryClient, subjects: readonly string[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => subjects.includes(String(queryKey[0]).split('.')[0]!),
  });
}
