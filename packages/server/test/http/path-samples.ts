// Values of the variables in paths, and of required parameters, at which there is something.

import type { Api } from '../../../../test/support/api.ts';
import type { OpenApiOperation } from '../../../../test/support/described.ts';
import { ENTERPRISE_CUSTOMER } from '../../src/demo/story.ts';
import { confirmedRun } from './confirmed-run.ts';
import { activatePolicy, adminOf, type Office, sealedList } from './customers.ts';

export async function pathSamples(api: Api, office: Office): Promise<Record<string, string>> {
  const [score] = (await api.get('/api/v1/scores', api.keys.ENTERPRISE)).json.data;
  const { date } = (await api.get('/datasets/index.json')).json.data[0];
  await activatePolicy(office, await adminOf(office, ENTERPRISE_CUSTOMER));
  const evaluated = await api.call('POST', '/api/v1/evaluate', {
    key: api.keys.ENTERPRISE,
    body: { policy: 'lender', providers: [score.id], nonce: 'nonce-of-the-samples' },
  });
  return {
    name: 'lender',
    decision_id: evaluated.json.document.decision_id,
    providerId: score.slug,
    provider: score.slug,
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

/** The path with what its query must have. */
export function withRequired(
  path: string,
  { parameters = [] }: OpenApiOperation,
  values: Readonly<Record<string, string>>,
): string {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${values[name!]}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}
