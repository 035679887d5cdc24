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
  /** What the analyst wrote for the reviewer of a proposal. */
  proposal_notes: { proposal_id: string; note: string };
  /** Rows that somebody has typed and not proposed yet. */
  entry_drafts: {
    id: string;
    staff_id: string;
    title: string;
    row_count: number;
    /** JSON, as the page wrote it. */
    content: string;
    version: number;
    /** The page that saved it last. */
    writer: string;
    created_at: number;
    updated_at: number;
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
  /** Decided in the browser, and not in force yet: it can be taken back. It becomes a row of decisions, or lapses. */
  pending_decisions: {
    proposal_id: string;
    /** Decided together, so that they are in force together or not at all. */
    group_id: string;
    proposed_by: string;
    decision: 'approved' | 'rejected';
    decided_by: string;
    decided_at: number;
    in_force_at: number;
    reason: string | null;
    /** The value that counted when the reviewer decided. */
    seen_value: string | null;
    /** Set if it could not be put in force, with the reason. The proposal is then open again. */
    lapsed_at: number | null;
    lapsed_because: string | null;
  };
  /** Proposals without a decision, to find them quickly among all. */
  open_proposals: { proposal_id: string };
  /** When evidence was first drawn for a member of staff, with its quote in view or only its page. */
  evidence_showings: { staff_id: string; evidence_id: string; how: 'quote' | 'page'; shown_at: number };
  /** Questions to the person who proposed an input, and their answers. */
  proposal_messages: {
    id: string;
    proposal_id: string;
    kind: 'question' | 'answer';
    message: string;
    written_by: string;
    written_at: number;
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
  /** What staff wrote about a provider, for the record. */
  provider_notes: { id: string; provider_id: string; text: string; written_by: string; written_at: number };
  /** For the due board: the provider of rows in due_inputs, and for which day they were made. */
  due_providers: {
    provider_id: string;
    slug: string;
    name: string;
    folded_name: string;
    planner_type: string | null;
    payout_currency: string | null;
    /** In hundredths; null if there is no score. */
    score: number | null;
    band: string | null;
    /** The UTC date for which the points were computed; empty once something about the provider has changed. */
    computed_on: string;
    methodology_digest: string;
  };
  /** For the due board: an input that applies to a provider, and what depends on it. */
  due_inputs: {
    provider_id: string;
    input_id: string;
    slug: string;
    planner_type: string | null;
    is_gate: number;
    /** null if nothing is on record. */
    value: string | null;
    grade: string | null;
    evidence_date: string | null;
    /** Days until the evidence loses points. */
    max_age: number;
    /** The first day on which at most a third of that time is left. */
    soon_from: string;
    /** The first day on which it loses points. Both are 9999-12-31 if nothing is on record. */
    loses_from: string;
    lapses_on: string | null;
    /** In hundredths. */
    points: number;
    /** null if there would be no score. */
    band_if_lost: string | null;
  };
  retractions: {
    proposal_id: string;
    replaced_by: string | null;
    reason: string;
    retracted_by: string;
    retracted_at: number;
  };
}
