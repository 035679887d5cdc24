// Examples of acts about frameworks and the keys of officers who sign them.

import {
  type MethodologyDocument,
  parseSignerKey,
  signerKeyFromSeed,
  signMethodology,
} from '@rf-indicators/engine';
import { framework } from '../../../../../test/support/desk-fixture.ts';
import { approve, type Example, example } from './example.ts';

const SIGNER = new Uint8Array(32).fill(7);

async function nextFramework(): Promise<{
  document: MethodologyDocument;
  publicKey: string;
  signOff: unknown;
}> {
  const { gates, ...rest } = framework('2.0', '2027-01-01');
  const document = {
    ...rest,
    gates: gates.map((gate) => ({
      ...gate,
      max_age_days: gate.id === 'insolvency_status' ? 3 : gate.max_age_days,
    })),
  };
  const key = await signerKeyFromSeed('second-key', SIGNER);
  const signer = await parseSignerKey(key.signer);
  const signOff = await signMethodology(document, signer, 'An officer', '2026-03-20T09:00:00Z');
  return { document, publicKey: key.verifier, signOff };
}

export const FRAMEWORKS: readonly Example[] = [
  example({ name: 'frameworks.list', by: 'officer', input: () => ({}) }),
  example({
    name: 'officer_keys.enrol',
    by: 'operator',
    before: async ({ kept }) => {
      const { publicKey, document, signOff } = await nextFramework();
      kept.publicKey = publicKey;
      kept.document = JSON.stringify(document);
      kept.signOff = JSON.stringify(signOff);
    },
    input: ({ world, kept }) => ({ officer: world.people.officer.name, public_key: kept.publicKey! }),
    after: async (story, { key_id, request }) => {
      story.kept.officerKey = key_id;
      await approve(story, request!);
    },
  }),
  example({
    name: 'frameworks.import',
    by: 'officer',
    input: ({ kept }) => ({ document: JSON.parse(kept.document!) }),
  }),
  example({ name: 'frameworks.document', by: 'analyst', input: () => ({ framework: '2.0' }) }),
  example({ name: 'frameworks.differences', by: 'analyst', input: () => ({ framework: '2.0' }) }),
  example({ name: 'frameworks.impact', by: 'analyst', input: () => ({ framework: '2.0' }) }),
  example({
    name: 'frameworks.record_sign_off',
    by: 'officer',
    input: ({ kept }) => ({ sign_off: JSON.parse(kept.signOff!) }),
  }),
  example({
    name: 'frameworks.activate',
    by: 'operator',
    input: () => ({ framework: '2.0', notes: 'The second.' }),
    after: (story, { request }) => approve(story, request!),
  }),
  example({
    name: 'frameworks.cancel',
    by: 'operator',
    input: () => ({ framework: '2.0', reason: 'It has a mistake.' }),
  }),
  example({ name: 'officer_keys.list', by: 'analyst', input: () => ({}) }),
  example({
    name: 'officer_keys.retire',
    by: 'operator',
    input: ({ kept }) => ({ key_id: kept.officerKey! }),
  }),
];
