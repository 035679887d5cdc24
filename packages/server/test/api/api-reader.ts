// A reader of the API of the demo with an ENTERPRISE key, and the desk behind it.

import assert from 'node:assert/strict';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { officeOf } from '../http/customers.ts';

export async function apiReader() {
  const api = await startApi(wholeFile, { env: { RF_LIMIT_PUBLIC_SCORES: '1000000' } });
  const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
  const key = api.keys.ENTERPRISE;
  const get = async (path: string, with_ = key) => {
    const called = await api.get(path, with_);
    assert.equal(called.status, 200, `${path}: ${called.text.slice(0, 300)}`);
    return called;
  };
  /** All rows of a list, page by page. */
  const paged = async (path: string, limit: number, with_ = key): Promise<unknown[]> => {
    const rows: unknown[] = [];
    let cursor: string | null = null;
    for (let pages = 0; pages < 1000; pages += 1) {
      const join = path.includes('?') ? '&' : '?';
      const more: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { json } = await get(`${path}${join}limit=${limit}${more}`, with_);
      assert.ok(json.data.length <= limit);
      rows.push(...json.data);
      cursor = json.next_cursor;
      if (cursor === null) return rows;
    }
    throw new Error(`${path} never ends`);
  };
  /** Gives the code of the problem. */
  const refusedParameter = async (path: string, parameter: string) => {
    const { status, json } = await api.get(path, key);
    assert.deepEqual([status, json.code, json.errors?.[0]?.parameter], [400, 'invalid_parameter', parameter]);
    return json.errors[0].code as string;
  };
  return { api, office, key, get, paged, refusedParameter };
}
