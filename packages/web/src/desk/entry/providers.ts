// Which providers and currencies the rows are about, and the names of providers for the grid.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { callAct } from '../../api/acts.ts';
import { dataDate } from '../../ui/dates/civil-dates.ts';
import type { Basis, EnteredRow } from '../preview/scoring.ts';
import { providerIn } from './document-defaults.ts';
import { type DraftContent, filledRows, isBlank, REFERENCE_RATE, UNCHANGED } from './draft.ts';
import { ranked } from './suggestions.ts';

export interface NamedProvider {
  slug: string;
  name: string;
}

/** The service reads at most these at once. */
const MOST_PROVIDERS = 100;
const MOST_CURRENCIES = 20;
/** With as many suggestions, the service may have more. */
const ALL_SUGGESTED = 200;
const MOST_SHOWN = 12;

export function wantedOf(content: DraftContent): { providers: string[]; currencies: string[] } {
  const rows = content.rows.filter((row) => !isBlank(row) && row.subject !== '');
  const isRate = ({ input }: { input: string }) => input === REFERENCE_RATE;
  const of = (some: typeof rows) => [...new Set(some.map(({ subject }) => subject))];
  return {
    providers: of(rows.filter((row) => !isRate(row))).slice(0, MOST_PROVIDERS),
    currencies: of(rows.filter(isRate))
      .filter((currency) => /^[A-Z]{3}$/.test(currency))
      .slice(0, MOST_CURRENCIES),
  };
}

/** The rows as the preview takes them. */
export function enteredRows(
  content: DraftContent,
  providerOf: (text: string) => NamedProvider | null,
  gradeOf: (document: { kind: string; source: string | null }) => string,
): EnteredRow[] {
  const { evidence, document } = content;
  return filledRows(content).map((row) => {
    const isRate = row.input === REFERENCE_RATE;
    return {
      key: row.key,
      slug: isRate ? null : (providerOf(row.subject)?.slug ?? ''),
      currency: isRate ? row.subject : null,
      input: row.input,
      value: row.value === UNCHANGED ? null : row.value.trim(),
      grade:
        (row.grade || evidence.grade).trim() ||
        gradeOf({ kind: row.kind || evidence.kind, source: evidence.source || null }),
      quote: row.quote || null,
      evidence_date: dataDate(row.evidence_date || evidence.evidence_date),
      sha256: document?.sha256 ?? null,
    };
  });
}

interface ProviderNames {
  providerOf: (text: string) => NamedProvider | null;
  suggest: (typed: string) => readonly NamedProvider[];
  /** Reads the suggestions for a text, where there are more providers than one answer has. */
  ask: (typed: string) => void;
  /** The slug of the provider that a file is named after. */
  inName: (file: string) => string | null;
}

export function useProviderNames(basis: Basis | undefined): ProviderNames {
  const [typed, setTyped] = useState('');
  const all = useQuery({
    queryKey: ['entry.providers', { text: '' }],
    queryFn: () => callAct('entry.providers', { text: '' }),
  }).data?.data;
  const isAll = all !== undefined && all.length < ALL_SUGGESTED;
  const found = useQuery({
    queryKey: ['entry.providers', { text: typed }],
    queryFn: () => callAct('entry.providers', { text: typed }),
    enabled: typed !== '' && all !== undefined && !isAll,
    placeholderData: keepPreviousData,
  }).data?.data;
  const listed = isAll ? all : found;
  const suggest = useCallback(
    (text: string) => ranked(listed ?? [], text, ({ name, slug }) => [name, slug]).slice(0, MOST_SHOWN),
    [listed],
  );
  const providerOf = useCallback(
    (text: string): NamedProvider | null => {
      const slug = basis?.found[text] ?? text;
      const named =
        basis?.providers.find((one) => one.slug === slug) ?? listed?.find((one) => one.slug === slug);
      return named === undefined ? null : { slug: named.slug, name: named.name };
    },
    [basis, listed],
  );
  const inName = useCallback((file: string) => providerIn(file, all ?? []), [all]);
  return { providerOf, suggest, ask: setTyped, inName };
}
