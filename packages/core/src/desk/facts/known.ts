// What is known about an input or a fact at some time.

import type { PackagedInput, Reference } from '@rf-indicators/engine';

export interface KnownInput extends PackagedInput {
  /** null if the value is derived. */
  proposalId: string | null;
  /** "Checked, unchanged." */
  renewal: boolean;
  /** For a derived value: the input or fact with the oldest evidence among those that it follows from. */
  oldestBase?: string;
}

/** Grade, date, evidence and approval are null if it was recorded before facts needed evidence. */
export interface KnownFact {
  value: string;
  grade: string | null;
  evidence_date: string | null;
  evidence: Reference | null;
  approval: Reference | null;
  proposalId: string | null;
}

/** An approved value that does not count yet, and the grade of evidence that it would take. */
export interface Contested {
  input: string;
  value: string;
  grade: string;
  evidence_date: string;
  needs: string;
}
