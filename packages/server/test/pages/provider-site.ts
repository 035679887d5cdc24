// The demo as it is served, with what the public endpoints say of its providers.

import assert from 'node:assert/strict';
import type { Changelog, PublicScore } from '@rf-indicators/contract';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { NameIndex } from '../../src/rendering/names/name-index.ts';
import { NO_BRANDING } from '../../src/rendering/pages/site.ts';
import type { Reading } from '../../src/rendering/reading.ts';
import { type Office, officeOf } from '../http/customers.ts';

export interface ProviderSite {
  url: string;
  office: Office;
  scores: PublicScore[];
  changes: Changelog['data'];
  getJson<T>(path: string): Promise<T>;
  /** The text of a page. */
  textOf(path: string): Promise<string>;
  /** The providers of withdrawn indicators that were not reinstated. */
  withdrawnIds(): string[];
  /** The reads of a server on the same store, with a clock of their own. */
  readingAt(clock: () => number): Reading;
}

/** For the whole file. */
export async function providerSite(): Promise<ProviderSite> {
  const { url, dataDir } = await startInProcess(wholeFile);
  const office = await officeOf({ dataDir, databaseUrl: null }, wholeFile);
  const getJson = async <T>(path: string) => (await (await fetch(url + path)).json()) as T;
  const { data: scores } = await getJson<{ data: PublicScore[] }>('/api/public/scores');
  const { data: changes } = await getJson<Changelog>('/api/public/changelog?limit=1000');
  return {
    ...{ url, office, scores, changes, getJson },
    textOf: async (path) => {
      const response = await fetch(url + path, { redirect: 'manual', headers: { accept: 'text/html' } });
      assert.equal(response.status, 200, path);
      return response.text();
    },
    withdrawnIds: () => {
      const served = new Set(scores.map(({ id }) => id));
      return [...new Set(changes.map(({ provider_id }) => provider_id))].filter((id) => !served.has(id));
    },
    readingAt: (clock) => {
      const { db } = office.desk.store;
      const disclosure = 'The disclosure.';
      const baseUrl = 'https://rf.example';
      return {
        ...{ db, baseUrl, disclosure, clock },
        site: { ...NO_BRANDING, baseUrl, disclosure },
        snapshots: snapshotReader(db),
        names: async () => new NameIndex([]),
      };
    },
  };
}
