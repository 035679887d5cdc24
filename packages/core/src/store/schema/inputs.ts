// Tables of what the desk knows: providers, evidence, proposed inputs and decisions.

export interface InputTables {
  providers: { id: string; slug: string; created_at: number; retired_at: number | null };
  provider_slugs: { slug: string; provider_id: string };
  provider_versions: {
    provider_id: string;
    version: number;
    recorded_at: number;
    recorded_by: string;
    name: string;
    /** JSON array of other names. */
    aliases: string;
    subtype: string;
    website: string | null;
  };
  /** Facts from before facts needed evidence. An approved proposal replaces them; nothing is added. */
  recorded_facts: {
    provider_id: string | null;
    /** For a reference rate, instead of a provider. */
    currency: string | null;
    fact_id: string;
    value: string;
    recorded_at: number;
  };
  documents: { sha256: string; media_type: string; bytes: Uint8Array; stored_at: number; stored_by: string };
  evidence: {
    id: string;
    kind: string;
    title: string;
    url: string | null;
    page: string | null;
    quote: string | null;
    evidence_date: string;
    grade: string;
    sha256: string | null;
    recorded_at: number;
    recorded_by: string;
  };
  proposals: {
    id: string;
    batch_id: string;
    /** null for a reference rate, which serves every provider that pays in its currency. */
    provider_id: string | null;
    currency: string | null;
    /** The id of a criterion, a gate or a fact. */
    input_id: string;
    value: string;
    evidence_id: string;
    /** "Checked, unchanged": the value is the same as before. */
    renewal: number;
    /** JSON object of the figures that an entry check used; since facts have evidence of their own, always empty. */
    facts: string;
    proposed_by: string;
    proposed_at: number;
  };
  decisions: {
    proposal_id: string;
    proposed_by: string;
    decision: 'approved' | 'rejected';
    decided_by: string;
    decided_at: number;
    reason: string | null;
    /** Whether the approver had opened the document; null if there is none, or from before this was recorded. */
    opened: number | null;
  };
  /** When a member of staff first opened a stored document. */
  document_openings: { staff_id: string; sha256: string; opened_at: number };
  /** Who looks after an input that is due, with a note. */
  due_notes: {
    provider_id: string;
    input_id: string;
    assignee: string | null;
    note: string;
    set_by: string;
    set_at: number;
  };
  retractions: {
    proposal_id: string;
    replaced_by: string | null;
    reason: string;
    retracted_by: string;
    retracted_at: number;
  };
}
