// Values of the variables in paths at which there is something.

import type { Api } from '../../../../test/support/api.ts';
import { confirmedRun } from './confirmed-run.ts';
import { type Office, sealedList } from './customers.ts';

export async function pathSamples(api: Api, office: Office): Promise<Record<string, string>> {
  const [score] = (await api.get('/api/v1/scores', api.keys.ENTERPRISE)).json.data;
  const { date } = (await api.get('/datasets/index.json')).json.data[0];
  return {
    providerId: score.slug,
    id: score.verification_id,
    verification_id: score.verification_id,
    run: await confirmedRun(api),
    path: '0/000.p/3',
    version: '2.0',
    slug: score.slug,
    date,
    year: date.slice(0, 4),
    index: await sealedList(office),
  };
}
