import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as engine from '@rf-indicators/engine';
import { repositoryFile } from './support/framework.ts';

test('the engine exports exactly these names', () => {
  assert.deepEqual(Object.keys(engine).sort(), [
    'COMMENTARY_VERSION',
    'CONFIRMATION_FAULTS',
    'CheckpointError',
    'ENGINE_VERSION',
    'INPUT_ERROR_CODES',
    'KeyFormatError',
    'MethodologyError',
    'NoteError',
    'PLANNER_TYPES',
    'REPLAY_FAULTS',
    'VERIFY_FAULTS',
    'appendLeaves',
    'canonicalBytes',
    'canonicalJson',
    'capDetail',
    'checkSignOff',
    'checkSignature',
    'commentary',
    'consistencyProofFrom',
    'criterionReason',
    'dayNumber',
    'digestOf',
    'emptyRoot',
    'explainChange',
    'formatCheckpoint',
    'formatHundredths',
    'formatScaled',
    'frameworkVersion',
    'identifyPackage',
    'inclusionProofFrom',
    'invalid',
    'isConfirmation',
    'isVerificationId',
    'leafHash',
    'loadMethodology',
    'makeAnswer',
    'makeConfirmation',
    'makePackage',
    'makeStatement',
    'methodologyDifferences',
    'methodologyProblems',
    'nodeHash',
    'openCheckpoint',
    'openNote',
    'parseCheckpoint',
    'parseScaled',
    'parseSignerKey',
    'parseVerifierKey',
    'readJson',
    'readNodesFrom',
    'replay',
    'replayAnswer',
    'rootFrom',
    'score',
    'scorePackage',
    'signMethodology',
    'signNote',
    'signObject',
    'signerKeyFromSeed',
    'treeInMemory',
    'verificationId',
    'verify',
    'verifyAnswer',
    'verifyConfirmation',
    'verifyConsistency',
    'verifyInclusion',
    'verifySignature',
  ]);
});

test('ENGINE_VERSION is the version of the package, which has no dependencies', () => {
  const manifest = JSON.parse(readFileSync(repositoryFile('packages/engine/package.json'), 'utf8'));
  assert.equal(engine.ENGINE_VERSION, manifest.version);
  assert.equal(manifest.dependencies, undefined);
});
