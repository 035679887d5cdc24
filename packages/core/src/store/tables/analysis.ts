// Tables of what analysts publish beside scores: rationales, disclosures and reviews.

import { bigint, oneOf, table, text, time } from './define.ts';
import { FREE_TEXT, PUBLISHED, SMALL } from './reasons.ts';

export const ANALYSIS_TABLES = {
  /** Every text that was written for news; the newest one counts. It is about a draft, a withdrawal or a changelog entry. */
  rationales: table(
    {
      id: text().key(),
      run_id: text().nullable().references('runs.id'),
      withdrawal_id: text().nullable().references('withdrawal_requests.id'),
      changelog_id: text().nullable().references('changelog.id'),
      provider_id: text().references('providers.id'),
      text: text().kept(PUBLISHED),
      written_by: text().references('staff.id'),
      written_at: time(),
    },
    {
      chain: 'rows',
      indexes: {
        rationales_by_run: '(run_id, provider_id)',
        rationales_by_withdrawal: '(withdrawal_id)',
        rationales_by_entry: '(changelog_id)',
      },
      checks: [
        '(case when run_id is null then 0 else 1 end) + (case when withdrawal_id is null then 0 else 1 end) + (case when changelog_id is null then 0 else 1 end) = 1',
      ],
      authority: true,
      appendOnly: true,
    },
  ),
  rationale_reviews: table(
    {
      rationale_id: text().key().references('rationales.id'),
      decision: oneOf('approved', 'returned'),
      reviewed_by: text().references('staff.id'),
      reviewed_at: time(),
      reason: text().nullable().kept(FREE_TEXT),
    },
    { chain: 'rows', authority: true, appendOnly: true },
  ),
  /** Each row is a leaf of the log. */
  published_rationales: table(
    {
      seq: bigint().key(),
      changelog_id: text().unique().references('changelog.id'),
      provider_id: text().references('providers.id'),
      verification_id: text().references('indicators.verification_id'),
      rationale_id: text().references('rationales.id'),
      text: text().kept(PUBLISHED),
      published_at: time(),
    },
    {
      chain: 'lists',
      indexes: {
        published_rationales_by_provider: '(provider_id, seq)',
        published_rationales_by_indicator: '(verification_id)',
        published_rationales_by_time: '(published_at)',
      },
      appendOnly: true,
    },
  ),
  /** The register. An entry replaces the earlier one of the same provider, or of all. */
  disclosure_entries: table(
    {
      seq: bigint().key(),
      /** null: of all providers. */
      provider_id: text().nullable().references('providers.id'),
      /** JSON: the members that the entry has. */
      content: text().kept(PUBLISHED),
      set_at: time(),
      request_id: text().references('requests.id'),
    },
    { staysSmall: SMALL.typed, chain: 'rows', authority: true, appendOnly: true },
  ),
  /** What was published about a provider, from this indicator on. Each row is a leaf of the log. */
  disclosures: table(
    {
      seq: bigint().key(),
      provider_id: text().references('providers.id'),
      verification_id: text().references('indicators.verification_id'),
      /** Canonical JSON. */
      content: text().kept(PUBLISHED),
      published_at: time(),
    },
    {
      chain: 'lists',
      indexes: {
        disclosures_by_provider: '(provider_id, seq)',
        disclosures_by_time: '(published_at)',
      },
      appendOnly: true,
    },
  ),
  /** When an indicator came under review, or when that ended (`direction` null). Each row is a leaf of the log. */
  review_marks: table(
    {
      seq: bigint().key(),
      provider_id: text().references('providers.id'),
      verification_id: text().references('indicators.verification_id'),
      marked_at: time(),
      direction: oneOf('up', 'down', 'developing').nullable(),
      since: time().nullable(),
      until: time().nullable(),
      /** Why it began, or how it ended. */
      reason: text().kept(PUBLISHED),
      /** awaiting_committee: set because a downgrade waits. */
      cause: oneOf('committee', 'awaiting_committee'),
    },
    {
      chain: 'lists',
      indexes: {
        review_marks_by_provider: '(provider_id, seq)',
        review_marks_by_time: '(marked_at)',
      },
      checks: ['(direction is null) = (since is null)', '(direction is null) = (until is null)'],
      appendOnly: true,
    },
  ),
} as const;
