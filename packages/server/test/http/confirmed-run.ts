import type { Api } from '../../../../test/support/api.ts';

/** A run of the demo that confirmed an indicator. */
export async function confirmedRun({ get, keys }: Pick<Api, 'get' | 'keys'>): Promise<string> {
  const { data } = (await get('/api/v1/scores', keys.ENTERPRISE)).json;
  for (const { id } of data) {
    const { confirmed_by } = (await get(`/api/v1/scores/${id}`, keys.ENTERPRISE)).json;
    if (confirmed_by !== null) return confirmed_by.run;
  }
  throw new Error('No indicator of the demo was confirmed.');
}
