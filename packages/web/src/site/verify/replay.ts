// Replays a computation package: reads the file, computes the score again and says whether everything is equal.

import {
  type Check,
  parseVerifierKey,
  type Report,
  replay,
  type VerifierKey,
  type VerifyFault,
  verify,
} from '@rf-indicators/engine';
import type { Step } from './steps.ts';

interface Replayed {
  isEqual: boolean;
  sentence: string;
  explanation: string;
  /** null if the file does not say. */
  id: string | null;
  steps: readonly Step[];
}

/** Far more than any package has. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Without keys, only the arithmetic is checked. `pageId` is the indicator that the page is about, if it is about one. */
export async function replayBytes(
  bytes: Uint8Array,
  keys: readonly string[],
  pageId: string | null,
): Promise<Replayed> {
  const text = await textOf(bytes);
  if (text === null) {
    return {
      isEqual: false,
      sentence: 'This file cannot be read',
      explanation: 'It is neither JSON nor compressed JSON (gzip), or it is damaged.',
      id: null,
      steps: [],
    };
  }
  const read = await Promise.all(keys.map((key) => parseVerifierKey(key).catch(() => null)));
  const known = read.filter((key): key is VerifierKey => key !== null);
  const report: Report<VerifyFault> = known.length === 0 ? await replay(text) : await verify(text, known);
  const steps = report.checks.map(asStep);
  const id = report.verification_id;
  if (report.ok && pageId !== null && id !== pageId) {
    return {
      isEqual: false,
      sentence: 'A package of another indicator',
      explanation: `The package is in order, but it belongs to ${id}, not to the indicator of this page.`,
      id,
      steps,
    };
  }
  const failed = steps.find(({ result }) => result === 'failed');
  return {
    isEqual: report.ok,
    sentence: failed === undefined ? 'Equal: computing again gives the same' : 'Different',
    explanation:
      failed === undefined
        ? known.length === 0
          ? 'Score, hash and id follow from the package. Who published it was not checked, because no key could be read.'
          : 'Score, hash and id follow from the package, and the statement is signed and in the log.'
        : `${failed.name}: ${failed.found}`,
    id,
    steps,
  };
}

/** null if the bytes are not text. */
async function textOf(bytes: Uint8Array): Promise<string | null> {
  try {
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return new TextDecoder('utf-8', { fatal: true }).decode(isGzip ? await inflated(bytes) : bytes);
  } catch {
    return null;
  }
}

async function inflated(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'));
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    // A small file can unpack to gigabytes.
    if (length > MOST_BYTES) throw new RangeError('The file is too large.');
    parts.push(next.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The engine's names of its checks, for readers. */
const NAMES: Readonly<Record<string, [name: string, meaning: string]>> = {
  form: ['Form', 'The file is a computation package.'],
  methodology: ['Framework', 'The framework in the file is the one that the package was scored under.'],
  'methodology version': [
    'Framework version',
    'The framework in the file has the version that it is said to have.',
  ],
  'methodology form': ['Framework', 'The framework in the file can be computed with.'],
  configuration: ['Configuration', 'The settings of the computation are those that were hashed.'],
  arithmetic: ['Arithmetic', 'The inputs give this score, this band and each figure of the result.'],
  'package hash': ['Package hash', 'No byte of the package was changed.'],
  'verification id': ['Verification id', 'The id belongs to this package and no other.'],
  statement: ['Statement', 'The public statement says what the package says.'],
  signature: ['Signature', 'The holder of the key signed the statement.'],
  log: ['Log', 'The statement is in the log.'],
  witnesses: ['Witnesses', 'Others saw the same log.'],
};

function asStep({ check, ok, detail, pointer }: Check<string>): Step {
  const [name, meaning] = NAMES[check] ?? [check, ''];
  return {
    step: check,
    name,
    result: ok ? 'passed' : 'failed',
    found: detail,
    meaning,
    bytes: pointer === null ? [] : [['Place in the file', pointer]],
  };
}
