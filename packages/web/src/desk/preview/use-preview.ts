// The live preview of typed rows: reads what a run would know now, and scores it in the browser as the person types.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callAct, useRead } from '../../api/acts.ts';
import type { Basis, EnteredRow, EntryPreview, Framework } from './scoring.ts';

type Scoring = typeof import('./scoring.ts');

export interface LoadedFramework extends Framework {
  scoring: Scoring;
}

/** Undefined until the framework and the engine are there. */
export function useFramework(): { framework: LoadedFramework | undefined; error: Error | null } {
  const answer = useRead('entry.framework', {});
  const scoring = useQuery({
    queryKey: ['scoring code'],
    queryFn: () => import('./scoring.ts'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = answer;
  const framework = useMemo(
    () =>
      data === undefined || scoring.data === undefined
        ? undefined
        : { ...scoring.data.readFramework(data), scoring: scoring.data },
    [data, scoring.data],
  );
  return { framework, error: answer.error ?? scoring.error };
}

/** What a run would know now about these providers, and about those that pay in these currencies. */
export function useBasis(providers: readonly string[], currencies: readonly string[]): Basis | undefined {
  const input = { providers: [...providers].sort(), currencies: [...currencies].sort() };
  const isNeeded = providers.length + currencies.length > 0;
  return useQuery({
    queryKey: ['entry.basis', input],
    queryFn: () => callAct('entry.basis', input),
    enabled: isNeeded,
    // The figures of the providers before stay while one more is read.
    placeholderData: keepPreviousData,
  }).data;
}

export interface Previews {
  bySlug: ReadonlyMap<string, EntryPreview>;
  /** By row: why its value would not count. */
  notCounted: ReadonlyMap<string, string>;
  /** By row: what is unusual about its value. */
  unusual: ReadonlyMap<string, readonly string[]>;
}

const NONE: Previews = { bySlug: new Map(), notCounted: new Map(), unusual: new Map() };

/** Rows that are not valid yet are left out. */
export function usePreviews(
  framework: LoadedFramework | undefined,
  basis: Basis | undefined,
  rows: readonly EnteredRow[],
): Previews {
  return useMemo(() => {
    if (framework === undefined || basis === undefined) return NONE;
    const { scoring } = framework;
    const valid = rows.filter((row) => scoring.isScorable(framework, row, basis.scoring_date));
    const bySlug = scoring.preview(framework, basis, valid);
    const notCounted = new Map([...bySlug.values()].flatMap((one) => [...one.notCounted]));
    const unusual = new Map([...bySlug.values()].flatMap((one) => [...one.unusual]));
    return { bySlug, notCounted, unusual };
  }, [framework, basis, rows]);
}
