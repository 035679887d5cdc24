// Tables of what the desk knows: evidence, proposed inputs and decisions.

import { bigint, bytes, flag, integer, oneOf, operational, table, text, time } from './define.ts';
import { FREE_TEXT, SMALL } from './reasons.ts';

const DUE =
  'A list that follows from approved inputs and is made again each day. Somebody who changes it shows analysts wrong dates for a day; nothing that is published depends on it.';
const DRAFT =
  'Not proposed yet. Somebody who changes it changes what its author finds in the form; it counts only after the author proposed it and a second person approved it.';
const EVIDENCE = 'Evidence for what was published.';

export const INPUT_TABLES = {
  documents: table(
    {
      sha256: text().key(),
      media_type: text(),
      bytes: bytes().recomputed().kept(EVIDENCE),
      stored_at: time(),
      stored_by: text().references('staff.id'),
    },
    { chain: 'rows', appendOnly: true, hasLargeRows: true },
  ),
  /** When a member of staff first opened a stored document. */
  document_openings: table(
    {
      staff_id: text().key().references('staff.id'),
      sha256: text().key().references('documents.sha256'),
      opened_at: time(),
    },
    { chain: 'rows', indexes: { document_openings_by_document: '(sha256)' }, appendOnly: true },
  ),
  evidence: table(
    {
      id: text().key(),
      kind: text(),
      title: text().kept(EVIDENCE),
      url: text().nullable(),
      page: text().nullable(),
      quote: text().nullable().kept(EVIDENCE),
      evidence_date: text(),
      grade: text(),
      sha256: text().nullable().references('documents.sha256'),
      recorded_at: time(),
      recorded_by: text().references('staff.id'),
      /** Who issued the document; null in evidence from before this was recorded. */
      source: text().nullable(),
      /** Why the grade is better than the one that follows from kind and source. */
      grade_reason: text().nullable().kept(EVIDENCE),
      /** The place on the page, if there is no quote. */
      region: text().nullable(),
      /** The provider that it belongs to; null also if it belongs to a group, or is from before this was recorded. */
      provider_id: text().nullable().references('providers.id'),
      /** The group that it belongs to, such as a market rate. */
      shared_as: text().nullable(),
    },
    {
      chain: 'lists',
      indexes: {
        evidence_by_time: '(recorded_at, id)',
        evidence_by_grade: '(grade, recorded_at, id)',
        evidence_by_person: '(recorded_by, recorded_at, id)',
        evidence_by_document: '(sha256) where sha256 is not null',
      },
      checks: ["sha256 is not null or grade in ('D', 'E')"],
      appendOnly: true,
    },
  ),
  proposals: table(
    {
      id: text().key(),
      batch_id: text(),
      /** null for a reference rate, which serves every provider that pays in its currency. */
      provider_id: text().nullable().references('providers.id'),
      /** The id of a criterion, a gate or a fact. */
      input_id: text(),
      value: text(),
      evidence_id: text().references('evidence.id'),
      /** "Checked, unchanged": the value is the same as before. */
      renewal: flag(),
      /** JSON object of the figures that an entry check used; since facts have evidence of their own, always empty. */
      facts: text(),
      proposed_by: text().references('staff.id'),
      proposed_at: time(),
      currency: text().nullable(),
      /** Why an unusual value is right, in the words of the proposer; null if nothing was unusual. */
      confirmation: text().nullable().kept(FREE_TEXT),
      /** Why evidence of another provider supports the value. */
      shared_reason: text().nullable().kept(FREE_TEXT),
    },
    {
      chain: 'lists',
      unique: [['id', 'proposed_by']],
      checks: ['(provider_id is null) <> (currency is null)'],
      indexes: {
        proposals_by_evidence: '(evidence_id)',
        proposals_by_time: '(proposed_at, id)',
        proposals_by_person: '(proposed_by, proposed_at, id)',
        proposals_of_payouts: "(value, provider_id, id) where input_id = 'payout_currency'",
        proposals_by_provider: '(provider_id, input_id)',
        proposals_by_batch: '(batch_id)',
        proposals_by_currency: '(currency) where currency is not null',
        proposals_of_types: "(provider_id, value, id) where input_id = 'planner_type'",
      },
      appendOnly: true,
    },
  ),
  decisions: table(
    {
      proposal_id: text().key(),
      proposed_by: text(),
      decision: oneOf('approved', 'rejected'),
      decided_by: text().references('staff.id'),
      decided_at: time(),
      reason: text().nullable().kept(FREE_TEXT),
      /** Whether the approver had opened the document; null if there is none, or from before this was recorded. */
      opened: flag().nullable(),
      /** Why an unusual value is right, in the words of the approver. */
      confirmation: text().nullable().kept(FREE_TEXT),
    },
    {
      chain: 'lists',
      foreignKeys: [
        { columns: ['proposal_id', 'proposed_by'], references: 'proposals', their: ['id', 'proposed_by'] },
      ],
      checks: ['decided_by <> proposed_by'],
      indexes: {
        decisions_rejected: "(proposal_id) where decision = 'rejected'",
        decisions_by_time: '(decided_at)',
      },
      appendOnly: true,
    },
  ),
  retractions: table(
    {
      proposal_id: text().key().references('proposals.id'),
      replaced_by: text().nullable().references('proposals.id'),
      reason: text().kept(FREE_TEXT),
      retracted_by: text().references('staff.id'),
      retracted_at: time(),
    },
    { chain: 'rows', indexes: { retractions_by_time: '(retracted_at)' }, authority: true, appendOnly: true },
  ),
  /** Who looks after an input that is due, with a note. */
  due_notes: table(
    {
      /** Compared with those of the board, which are sorted by code points. */
      provider_id: text().key().byCodePoint().references('providers.id'),
      input_id: text().key().byCodePoint(),
      assignee: text().nullable().references('staff.id'),
      note: text().kept('Free text that the staff can replace with rf due assign.'),
      set_by: text().references('staff.id'),
      set_at: time(),
    },
    { chain: 'rows', indexes: { due_notes_by_assignee: '(assignee)' } },
  ),
  /** Proposals without a decision, to find them quickly among all. */
  open_proposals: table(
    {
      proposal_id: text().key().references('proposals.id'),
    },
    {
      staysSmall: SMALL.waiting,
      chain: 'none',
      proof: operational(
        'Finds undecided proposals. Somebody who deletes a row hides the proposal from the list of those that wait; it stays undecided, and counts for nothing.',
      ),
    },
  ),
  /** Decided in the browser, and not in force yet: it can be taken back. It becomes a row of decisions, or lapses. */
  pending_decisions: table(
    {
      proposal_id: text().key().references('proposals.id'),
      /** Decided together, so that they are in force together or not at all. */
      group_id: text(),
      proposed_by: text().references('staff.id'),
      decision: oneOf('approved', 'rejected'),
      decided_by: text().references('staff.id'),
      decided_at: time(),
      in_force_at: time(),
      reason: text().nullable().kept(FREE_TEXT),
      /** The value that counted when the reviewer decided. */
      seen_value: text().nullable(),
      /** Set if it could not be put in force, with the reason. The proposal is then open again. */
      lapsed_at: time().nullable(),
      lapsed_because: text().nullable(),
      confirmation: text().nullable().kept(FREE_TEXT),
    },
    {
      staysSmall: SMALL.waiting,
      chain: 'rows',
      checks: ['decided_by <> proposed_by', 'in_force_at > decided_at'],
      indexes: { pending_decisions_due: '(in_force_at)' },
    },
  ),
  /** When evidence was first drawn for a member of staff, with its quote in view or only its page. */
  evidence_showings: table(
    {
      staff_id: text().key().references('staff.id'),
      evidence_id: text().key().references('evidence.id'),
      how: oneOf('quote', 'page').key(),
      shown_at: time(),
    },
    {
      chain: 'rows',
      indexes: { evidence_showings_by_evidence: '(evidence_id, shown_at)' },
      appendOnly: true,
    },
  ),
  /** Questions to the person who proposed an input, and their answers. */
  proposal_messages: table(
    {
      id: text().key(),
      proposal_id: text().references('proposals.id'),
      kind: oneOf('question', 'answer'),
      message: text().kept(FREE_TEXT),
      written_by: text().references('staff.id'),
      written_at: time(),
    },
    {
      chain: 'rows',
      indexes: { proposal_messages_by_proposal: '(proposal_id, written_at)' },
      appendOnly: true,
    },
  ),
  /** What staff wrote about a provider, for the record. */
  provider_notes: table(
    {
      id: text().key(),
      provider_id: text().references('providers.id'),
      text: text().kept(FREE_TEXT),
      written_by: text().references('staff.id'),
      written_at: time(),
    },
    { chain: 'rows', indexes: { provider_notes_by_provider: '(provider_id, written_at)' }, appendOnly: true },
  ),
  /** For the due board: the provider of rows in due_inputs, and for which day they were made. */
  due_providers: table(
    {
      provider_id: text().key().byCodePoint().references('providers.id'),
      slug: text().byCodePoint(),
      name: text().byCodePoint(),
      folded_name: text(),
      planner_type: text().nullable(),
      payout_currency: text().nullable(),
      /** JSON object of what the list of providers shows besides; null before the rows are made. */
      facts: text().nullable(),
      /** In hundredths; null if there is no score. */
      score: bigint().nullable(),
      band: text().nullable(),
      /** The UTC date for which the points were computed; empty once something about the provider has changed. */
      computed_on: text(),
      methodology_digest: text(),
    },
    {
      chain: 'none',
      proof: operational(DUE),
      indexes: {
        due_providers_by_state: '(computed_on, methodology_digest)',
        due_providers_by_currency: '(payout_currency, provider_id)',
        due_providers_by_type: '(planner_type, computed_on)',
        due_providers_by_name: '(folded_name, slug, provider_id)',
      },
      isClustered: true,
    },
  ),
  /** For the due board: an input that applies to a provider, and what depends on it. */
  due_inputs: table(
    {
      provider_id: text().key().byCodePoint().references('providers.id'),
      input_id: text().key().byCodePoint(),
      slug: text().byCodePoint(),
      planner_type: text().nullable(),
      is_gate: bigint(),
      /** null if nothing is on record. */
      value: text().nullable(),
      grade: text().nullable(),
      evidence_date: text().nullable(),
      /** Days until the evidence loses points. */
      max_age: bigint(),
      /** The first day on which at most a third of that time is left. */
      soon_from: text().byCodePoint(),
      /** The first day on which it loses points. Both are 9999-12-31 if nothing is on record. */
      loses_from: text().byCodePoint(),
      lapses_on: text().nullable(),
      /** In hundredths. */
      points: bigint(),
      /** null if there would be no score. */
      band_if_lost: text().nullable(),
    },
    {
      chain: 'none',
      proof: operational(DUE),
      // The columns that filters compare are in the indexes too: 10,000 providers are filtered without reading their rows.
      indexes: {
        due_inputs_by_points:
          '(points desc, loses_from, slug, input_id, soon_from, planner_type, provider_id)',
        due_inputs_by_day: '(loses_from, points desc, slug, input_id, is_gate, planner_type, provider_id)',
        due_inputs_by_gate: '(is_gate, loses_from, points desc, slug, input_id, planner_type, provider_id)',
        due_inputs_by_notice: '(soon_from, loses_from, planner_type, input_id, provider_id)',
      },
      isClustered: true,
    },
  ),
  /** What the analyst wrote for the reviewer of a proposal. */
  proposal_notes: table(
    {
      proposal_id: text().key().references('proposals.id'),
      note: text().kept(FREE_TEXT),
    },
    { chain: 'rows', appendOnly: true },
  ),
  /** Rows that somebody has typed and not proposed yet. */
  entry_drafts: table(
    {
      id: text().key(),
      staff_id: text().references('staff.id'),
      title: text(),
      row_count: integer(),
      /** JSON, as the page wrote it. */
      content: text().kept('Free text that its author can change or discard.'),
      version: integer(),
      /** The page that saved it last. */
      writer: text(),
      created_at: time(),
      updated_at: time(),
    },
    {
      staysSmall: SMALL.waiting,
      chain: 'none',
      proof: operational(DRAFT),
      indexes: { entry_drafts_by_person: '(staff_id, updated_at, id)' },
    },
  ),
} as const;
