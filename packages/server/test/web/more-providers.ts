// More providers for the desk of the demo, each with every input, whose evidence is some days old.

import assert from 'node:assert/strict';
import { filledIn } from '../../../../test/support/evidence.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';
import type { Answered, DemoDesk } from './demo-desk.ts';

const DAYS_AGO = 5;

export async function addProviders({ url, dataDir }: DemoDesk, count: number): Promise<void> {
  const { staff } = readCredentialsFile(dataDir)!;
  const act = async (who: 'analyst' | 'reviewer', name: string, input: object): Promise<Answered['json']> => {
    const response = await fetch(`${url}/api/console/${name.replace('.', '/')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${staff[who]}` },
      body: JSON.stringify(input),
    });
    const json = await response.json();
    assert.equal(response.status, 200, `${name}: ${JSON.stringify(json)}`);
    return json;
  };
  const read = async (path: string): Promise<Answered['json']> => {
    const headers = { authorization: `Bearer ${staff.analyst}` };
    return (await fetch(`${url}/api/console/${path}`, { headers })).json();
  };
  const evidenceDate = new Date(Date.now() - DAYS_AGO * 86_400_000).toISOString().slice(0, 10);
  // Each provider has evidence of its own.
  const aged = <Row extends { evidence: object; provider?: string; slug?: string }>(row: Row) => ({
    ...filledIn(row),
    evidence: {
      ...filledIn(row.evidence),
      title: `Terms of ${row.provider ?? row.slug}`,
      evidence_date: evidenceDate,
    },
  });
  const placed = (rows: object[]) => rows.map((value, at) => ({ place: `/rows/${at}`, value }));

  const [example] = (await read('templates/providers')).data;
  const slugs = Array.from({ length: count }, (_, at) => `measured-provider-${at + 1}`);
  const providers = slugs.map((slug, at) =>
    aged({ ...example, id: null, slug, name: `Measured Provider ${at + 1}`, aliases: [] }),
  );
  const { batch_id } = await act('analyst', 'providers.import', { rows: placed(providers) });
  await act('reviewer', 'inputs.approve', { batch: batch_id, unopened: true });
  const query = slugs.map((slug) => `providers=${slug}`).join('&');
  const { data } = await read(`templates/inputs?${query}`);
  const { batch_id: inputs } = await act('analyst', 'inputs.propose', { rows: placed(data.map(aged)) });
  await act('reviewer', 'inputs.approve', { batch: inputs, unopened: true });
}
