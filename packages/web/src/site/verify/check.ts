// Checks what a browser received about one indicator, with nothing but the texts and the keys that the reader keeps. The
// verification page, a file that was kept, the memo and the tests all check with this function.

import {
  fingerprintInGroups,
  keyFingerprint,
  PROOF_MEANINGS,
  type ProofStep,
  parseWitnessKey,
  proofSteps,
  readJson,
} from '@rf-indicators/engine';
import { checkLater } from './later.ts';
import type { Pins } from './pins.ts';
import type { Key, Proof, Step } from './steps.ts';
import { keysIn, trustedKeys } from './trust.ts';
import { checkWitnesses } from './witnesses.ts';

export interface Received {
  /** The text of GET /api/public/verify/{id}. */
  proof: string;
  /** The text of GET /api/public/keys. */
  keys: string;
  /** Keys of the witnesses that the page names. */
  witnesses: readonly string[];
}

export interface Checked {
  verdict: 'genuine' | 'altered';
  /** Whether the key that signed is one that the reader keeps. */
  isPinned: boolean;
  /** The fingerprint of the key that signed; null if it is not known. */
  fingerprint: string | null;
  steps: readonly Step[];
  /** What was received; null if it is not the proof of an indicator. */
  proof: Proof | null;
}

export async function checkReceived(id: string, received: Received, pins: Pins): Promise<Checked> {
  const proof = objectIn(received.proof);
  const served = objectIn(received.keys);
  if (typeof proof === 'string' || typeof served === 'string') {
    const found = typeof proof === 'string' ? `The proof ${proof}` : `The list of keys ${String(served)}`;
    return { verdict: 'altered', isPinned: false, fingerprint: null, steps: [malformed(found)], proof: null };
  }
  const trusted = await trustedKeys(served.data, pins);
  const [idStep, ...steps] = (await proofSteps(proof, trusted)).map(asStep);
  const signer = signerOf(proof, keysIn(served.data, pins));
  const fingerprint = signer && (await keyFingerprint(signer.public_key));
  const isPinned = fingerprint !== null && pins.fingerprints.includes(fingerprint);
  const checkpoint = (proof.log as { checkpoint?: unknown } | undefined)?.checkpoint;
  const all = [
    asked(idStep!, proof, id),
    keyStep(fingerprint, isPinned, pins),
    ...steps,
    ...(await checkWitnesses(checkpoint, await named(received.witnesses), pins.witnesses)),
    checkLater(proof),
  ];
  return {
    verdict: all.some(({ result }) => result === 'failed') ? 'altered' : 'genuine',
    isPinned,
    fingerprint,
    steps: all,
    proof: proof as unknown as Proof,
  };
}

/** The object in a text, or what is wrong with the text. A member that appears twice could show one value and prove another. */
function objectIn(text: string): Record<string, unknown> | string {
  try {
    const { value, duplicates } = readJson(text);
    if (duplicates[0] !== undefined) return `has a member twice: ${duplicates[0]}.`;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is not a JSON object.';
    return value as Record<string, unknown>;
  } catch {
    return 'is not JSON.';
  }
}

function malformed(found: string): Step {
  return {
    step: 'form',
    name: 'Form',
    result: 'failed',
    found,
    meaning: 'Nothing can be checked in a text of another form.',
    bytes: [],
  };
}

function signerOf(proof: Record<string, unknown>, keys: readonly Key[]): Key | null {
  const { key_id } = (proof.signature ?? {}) as { key_id?: unknown };
  return keys.find(({ public_key }) => public_key.startsWith(`${String(key_id)}+`)) ?? null;
}

function asStep({ passed, ...step }: ProofStep): Step {
  return { ...step, result: passed ? 'passed' : 'failed' };
}

function asked(step: Step, { verification_id }: Record<string, unknown>, id: string): Step {
  if (verification_id === id) return step;
  return { ...step, result: 'failed', found: `This is the proof of another id: ${String(verification_id)}.` };
}

function keyStep(fingerprint: string | null, isPinned: boolean, { fingerprints }: Pins): Step {
  const grouped = fingerprint === null ? 'unknown' : fingerprintInGroups(fingerprint);
  const base = {
    step: 'key',
    name: 'Key',
    meaning: PROOF_MEANINGS.key,
    bytes: [['Fingerprint of the key that signed (SHA-256)', grouped]] as Step['bytes'],
  };
  if (fingerprints.length === 0) {
    const found = 'Not compared with a key that you keep. Compare the fingerprint, or enter your key below.';
    return { ...base, result: 'unchecked', found };
  }
  return isPinned
    ? { ...base, result: 'passed', found: 'The key that signed is one that you keep.' }
    : {
        ...base,
        result: 'failed',
        found:
          'The key that signed is not one that you keep. If the key was replaced since, get the new one in the way in which you got yours.',
      };
}

async function named(witnesses: readonly string[]) {
  const keys = await Promise.all(witnesses.map((text) => parseWitnessKey(text).catch(() => null)));
  return keys.filter((key) => key !== null);
}
