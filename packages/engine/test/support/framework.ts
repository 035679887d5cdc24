// The shipped framework and its sample providers, for the tests of the engine.

import { readFileSync } from 'node:fs';
import { loadMethodology, type MethodologyDocument, type PackageRequest } from '@rf-indicators/engine';

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

/** What a package of the provider is made from. */
export function packaged({
  provider_id,
  name,
  planner_type,
  flags,
  scoring_date,
  gates,
  inputs,
}: SampleProvider): PackageRequest {
  const plain = { evidence: null, approval: null };
  const entries = (of: SampleProvider['inputs']) =>
    Object.fromEntries(Object.entries(of).map(([id, entry]) => [id, { ...entry, ...plain }]));
  return {
    provider: { id: provider_id, name, planner_type, flags },
    as_of: `${scoring_date}T06:00:00Z`,
    configuration: {},
    gates: entries(gates),
    inputs: entries(inputs),
  };
}

export function sampleResultLines(): string[] {
  return readFileSync(repositoryFile('methodology/samples/results.jsonl'), 'utf8').trimEnd().split('\n');
}
