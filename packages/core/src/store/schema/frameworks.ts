// Tables of frameworks and of configurations.

export interface FrameworkTables {
  methodologies: {
    digest: string;
    version: string;
    framework_version: string;
    effective_from: string;
    /** The document's canonical JSON. */
    document: string;
    imported_at: number;
    imported_by: string;
  };
  methodology_sign_offs: {
    digest: string;
    staff_id: string;
    key_id: string;
    sign_off: string;
    recorded_at: number;
  };
  methodology_activations: {
    digest: string;
    activated_by: string;
    activated_at: number;
    impact: string;
    notes: string;
    /** null for the first framework, which takes the operator and the officer who signed. */
    approved_by: string | null;
    /** Why it takes effect without the notice period; public. */
    urgent_reason: string | null;
    /** Canonical JSON: the published list of every provider's old and new score; null if there was nothing to compare. */
    differences: string | null;
    differences_digest: string | null;
  };
  /** Frameworks that were never used, and that another text with the same version replaced. */
  methodology_replacements: { digest: string; replaced_by: string; replaced_at: number; recorded_by: string };
  /** Activations that were cancelled before anything was published under them. */
  methodology_cancellations: {
    digest: string;
    cancelled_at: number;
    cancelled_by: string;
    approved_by: string;
    reason: string;
  };
  configurations: { digest: string; name: string; content: string; recorded_at: number; recorded_by: string };
}
