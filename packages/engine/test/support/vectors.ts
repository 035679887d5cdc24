// The frozen test vectors of framework 1.0, and what the engine makes of them.

import { readFileSync } from 'node:fs';
import { canonicalJson, type JsonValue, score } from '@rf-indicators/engine';
import { framework, repositoryFile, type SampleRun, sampleResultLines, sampleRuns } from './framework.ts';

export const VECTORS_PATH = 'methodology/vectors/rf-framework-1.0/';

export interface Digests {
  framework: { file: string; digest: string };
  vectors: number;
  files: Record<string, { lines: number; sha256: string }>;
}

export interface VectorRun extends Omit<SampleRun, 'name'> {
  /** What the vector shows, in words. */
  vector: string;
}

/** A run and the one line that it must give. */
export interface Expectation {
  name: string;
  run: Omit<SampleRun, 'name'>;
  line: string;
}

export interface Vector extends Expectation {
  run: VectorRun;
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
      const run = JSON.parse(text) as VectorRun;
      return { name: `${run.provider_id}: ${run.vector}`, run, line: results[index]! };
    });
  });
}

export function samples(): Expectation[] {
  const lines = sampleResultLines();
  return sampleRuns().map((run, index) => ({ name: run.provider_id, run, line: lines[index]! }));
}

function linesOf(text: string): string[] {
  return text.trimEnd().split('\n');
}

/** The names of those that give another line than they must. */
export function mismatches(expectations: readonly Expectation[]): string[] {
  return expectations.filter(({ run, line }) => resultLine(run) !== line).map(({ name }) => name);
}

export function resultLine(run: unknown): string {
  return canonicalJson(score(framework, run).result as unknown as JsonValue);
}
