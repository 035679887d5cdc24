// Sign-offs of frameworks.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkSignOff, digestOf, parseVerifierKey, signMethodology } from '@rf-indicators/engine';
import { frameworkDocument, repositoryFile } from './support/framework.ts';
import { key, otherKey, signer } from './support/published-answer.ts';

test('a sign-off is valid only for the exact document that was signed, and only with an enrolled key', async () => {
  const document = frameworkDocument();
  const signOff = await signMethodology(document, signer, 'A. Officer', '2026-03-20T09:00:00Z');
  assert.equal(await checkSignOff(document, signOff, [key]), 'signed');
  assert.equal(await checkSignOff(document, signOff, [otherKey]), 'unknown_key');
  assert.equal(await checkSignOff(document, { ...signOff, name: 'B. Officer' }, [key]), 'invalid');
  const edited = frameworkDocument();
  edited.bands[0]![1] = '79.99';
  assert.equal(await checkSignOff(edited, signOff, [key]), 'digest_differs');
  const redated = { ...signOff, digest: await digestOf(edited) };
  assert.equal(await checkSignOff(edited, redated, [key]), 'invalid');
  const { framework_name: _, ...unnamed } = document;
  await assert.rejects(signMethodology(unnamed, signer, 'A. Officer', '2026-03-20T09:00:00Z'), TypeError);
});

test('the shipped framework has a valid sign-off by the chief risk officer', async () => {
  const signOff = JSON.parse(
    readFileSync(repositoryFile('methodology/rf-framework-1.0.signoff.json'), 'utf8'),
  );
  const officer = await parseVerifierKey(signOff.public_key);
  assert.equal(officer.text, 'rf-chief-risk-officer+648113f6+Aa4xmpphHL17ZIro+LRyo0sGQZ2cxwi9jXkjIBahXiAi');
  assert.equal(await checkSignOff(frameworkDocument(), signOff, [officer]), 'signed');
});
