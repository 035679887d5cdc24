import { test } from 'node:test';
import { startApi } from '../support/api.ts';
import { wholeFile } from '../support/rf.ts';
const api = await startApi(wholeFile);
test('all', async () => {
  for (const p of Object.keys(api.document.paths)) {
    for (const key of [undefined, ...Object.values(api.keys)]) {
      try { const r = await api.get(p, key); console.log(p, r.status); } catch (e) { console.log((e as Error).message); }
    }
  }
  const list = (await api.get('/api/v1/scores', api.keys.ENTERPRISE)).json;
  console.log(list.data.length, list.data[0]);
  console.log(api.validated());
});
