// Reads the frozen test vectors of framework 1.0 and compares the engine's results with them.

import { readFileSync } from 'node:fs';
import { canonicalJson, type JsonValue, score } from '@rf-indicators/engine';
import {
  framework,
  repositoryFile,
  type SampleProvider,
  sampleProviders,
  sampleResultLines,
} from './framework.ts';

export const VECTORS_PATH = 'methodology/vectors/rf-framework-1.0/';

export interface Digests {
  framework: { file: string; digest: string };
  vectors: number;
  files: Record<string, { lines: number; sha256: string }>;
}

export interface VectorProvider extends Omit<SampleProvider, 'name'> {
  /** A description of what the vector tests. */
  vector: string;
}

/** The inputs of a provider and the expected result line. */
export interface Expectation {
  name: string;
  provider: Omit<SampleProvider, 'name'>;
  line: string;
}

export interface Vector extends Expectation {
  provider: VectorProvider;
}

export function readVectorFile(name: string): string {
  return readFileSync(repositoryFile(VECTORS_PATH + name), 'utf8');
}

export function digests(): Digests {
  return JSON.parse(readVectorFile('digests.json')) as Digests;
}

export function themes(): string[] {
  return Object.keys(digests().files).flatMap((name) =>
    name.endsWith('.runs.jsonl') ? [name.replace('.runs.jsonl', '')] : [],
  );
}

export function vectors(): Vector[] {
  return themes().flatMap((theme) => {
    const results = linesOf(readVectorFile(`${theme}.results.jsonl`));
    return linesOf(readVectorFile(`${theme}.runs.jsonl`)).map((text, index) => {
      const provider = JSON.parse(text) as VectorProvider;
      return { name: `${provider.provider_id}: ${provider.vector}`, provider, line: results[index]! };
    });
  });
}

export function samples(): Expectation[] {
  const lines = sampleResultLines();
  return sampleProviders().map((provider, index) => ({
    name: provider.provider_id,
    provider,
    line: lines[index]!,
  }));
}

function linesOf(text: string): string[] {
  return text.trimEnd().split('\n');
}

/** The names of the expectations that the engine does not meet. */
export function mismatches(expectations: readonly Expectation[]): string[] {
  return expectations.filter(({ provider, line }) => resultLine(provider) !== line).map(({ name }) => name);
}

export function resultLine(provider: unknown): string {
  return canonicalJson(score(framework, provider).result as unknown as JsonValue);
}
