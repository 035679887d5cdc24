// The shipped framework and its sample providers, for the tests of the engine.

import { readFileSync } from 'node:fs';
import { loadMethodology, type MethodologyDocument } from '@rf-indicators/engine';

const repository = new URL('../../../../', import.meta.url);

export function repositoryFile(path: string): URL {
  return new URL(path, repository);
}

function readRepositoryJson(path: string): unknown {
  return JSON.parse(readFileSync(repositoryFile(path), 'utf8'));
}

/** Returns a new copy each time, so that a test can change it. */
export function frameworkDocument(): MethodologyDocument {
  return readRepositoryJson('methodology/rf-framework-1.0.json') as MethodologyDocument;
}

export const framework = loadMethodology(frameworkDocument());

export interface SampleEntry {
  value: string;
  grade: string;
  evidence_date: string;
}

export interface SampleProvider {
  provider_id: string;
  name: string;
  planner_type: 'btc' | 'fiat' | 'stablecoin';
  scoring_date: string;
  flags: Record<string, boolean>;
  gates: Record<string, SampleEntry>;
  inputs: Record<string, SampleEntry>;
}

export function sampleProviders(): SampleProvider[] {
  return readRepositoryJson('methodology/samples/providers.json') as SampleProvider[];
}

export function sampleResultLines(): string[] {
  return readFileSync(repositoryFile('methodology/samples/results.jsonl'), 'utf8').trimEnd().split('\n');
}
