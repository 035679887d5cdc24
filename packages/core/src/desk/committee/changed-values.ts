// The values that are new in a package: of a first indicator all, otherwise those with another value or grade. A renewal of the
// same value ("checked, unchanged") is none.

import type { ComputationPackage, PackagedFact, PackagedInput } from '@rf-indicators/engine';

export type Known = PackagedInput | PackagedFact;

export function knownIn({ gates, inputs, facts = {} }: ComputationPackage): Record<string, Known> {
  return { ...gates, ...inputs, ...facts };
}

export interface ChangedValue {
  input: string;
  before: string | null;
  after: string | null;
  /** All null for a value that runs derive, or that is gone. */
  proposalId: string | null;
  evidenceId: string | null;
  document: string | null;
  proposedBy: string | null;
  approvedBy: string | null;
}

export function changedValues(before: ComputationPackage | null, now: ComputationPackage): ChangedValue[] {
  const [old, current] = [before === null ? {} : knownIn(before), knownIn(now)];
  return Object.keys({ ...current, ...old })
    .filter((id) => old[id]?.value !== current[id]?.value || old[id]?.grade !== current[id]?.grade)
    .map((input) => ({
      input,
      before: old[input]?.value ?? null,
      after: current[input]?.value ?? null,
      proposalId: referred(current[input]?.approval, 'proposal_id'),
      evidenceId: referred(current[input]?.evidence, 'id'),
      document: referred(current[input]?.evidence, 'sha256'),
      proposedBy: referred(current[input]?.approval, 'proposed_by'),
      approvedBy: referred(current[input]?.approval, 'approved_by'),
    }));
}

export function referred(reference: object | null | undefined, member: string): string | null {
  const value = (reference as Record<string, unknown> | null | undefined)?.[member];
  return typeof value === 'string' ? value : null;
}
