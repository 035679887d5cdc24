// Tables of what was published.

import type { ChangelogKind, PublicationKind, SubscribableEventType } from '@rf-indicators/contract';
import { bigint, bytes, integer, oneOf, table, text, time } from './define.ts';
import { FREE_TEXT, PUBLISHED, SMALL } from './reasons.ts';

export const INDICATOR_TABLES = {
  publications: table(
    {
      id: text().key(),
      run_id: text().references('runs.id'),
      published_at: time(),
      published_by: text(),
      approved_by: text().nullable(),
      tree_size: bigint(),
    },
    {
      staysSmall: SMALL.daily,
      chain: 'rows',
      checks: ['approved_by is null or approved_by <> published_by'],
      appendOnly: true,
    },
  ),
  indicators: table(
    {
      verification_id: text().key().signed(),
      provider_id: text().references('providers.id').signed(),
      publication_id: text().references('publications.id'),
      package_hash: text().unique().references('packages.package_hash').signed(),
      methodology_digest: text().references('methodology_activations.digest').signed(),
      as_of: time(),
      /** The knowledge date: inputs recorded later were not used. */
      known_at: time(),
      published_at: time(),
      final_score: integer().signed(),
      risk_band: text().signed(),
      /** The rules that fired with their caps, as text; a difference counts as a change. */
      caps: text(),
      statement: text().signed(),
      signature: text().signed(),
      log_index: bigint().unique().signed(),
      supersedes: text().nullable().unique().references('indicators.verification_id').signed(),
      corrects: text().nullable().unique().references('indicators.verification_id').signed(),
      /** The reason of a correction or a reinstatement. */
      correction_reason: text().nullable().kept(PUBLISHED),
      kind: text<PublicationKind>().default('renewal'),
      /** For a renewal: the indicator that it renews, which is not a renewal itself. */
      renews: text().nullable().references('indicators.verification_id'),
    },
    {
      chain: 'lists',
      // An indicator references earlier ones, which have a lower log index.
      order: ['log_index'],
      indexes: {
        indicators_by_provider: '(provider_id, published_at)',
        indicators_by_publication: '(publication_id)',
      },
      appendOnly: true,
    },
  ),
  /** One row per run that confirmed indicators. Its record is a leaf of the log. */
  confirmations: table(
    {
      run_id: text().key().references('runs.id').signed(),
      publication_id: text().references('publications.id'),
      confirmed_at: time().signed(),
      /** Canonical JSON, as in the log. */
      record: text().signed(),
      signature: text().signed(),
      /** JSON array, sorted. */
      verification_ids: text().signed(),
      log_index: bigint().unique().signed(),
    },
    { staysSmall: SMALL.daily, chain: 'rows', appendOnly: true },
  ),
  provider_states: table(
    {
      provider_id: text().key().references('providers.id'),
      /** The current indicator; null once withdrawn. */
      verification_id: text().nullable().references('indicators.verification_id'),
      verified_at: time(),
      stale_since: time().nullable(),
      stale_reason: text().nullable(),
      withdrawn_at: time().nullable(),
      withdrawn_reason: text().nullable(),
      /** As in run_items, by the last published run. */
      contested: text().default('[]'),
      /** The last run that confirmed the indicator; null if none has. */
      confirmed_by: text().nullable(),
      /** Since when published runs could not score the recorded inputs; null if they could. */
      unscorable_since: time().nullable(),
      unscorable_reason: text().nullable(),
    },
    { chain: 'none', proof: 'recomputed' },
  ),
  /** A template of the framework, which the others are compressed with. */
  snapshot_dictionaries: table(
    {
      id: text().key(),
      methodology_digest: text().references('methodologies.digest'),
      bytes: bytes(),
    },
    {
      staysSmall: SMALL.frameworks,
      chain: 'none',
      proof: 'recomputed',
      indexes: { snapshot_dictionaries_by_framework: '(methodology_digest)' },
      appendOnly: true,
    },
  ),
  /** What a read of an indicator needs of its package, prepared when it is published. */
  prepared_snapshots: table(
    {
      verification_id: text().key().references('indicators.verification_id'),
      /** The version of the program's templates. */
      form: bigint(),
      dictionary: text().references('snapshot_dictionaries.id'),
      /** The template of the snapshot, compressed. */
      template: bytes().compressed(),
      /** The checksum of `template`. */
      crc32: bigint(),
      yield_min: text(),
      yield_max: text(),
      confidence: text(),
      framework_version: text(),
      /**
       * When the next of its evidence lapses: the start of the first day after its score on which evidence begins to count
       * less or no longer counts. Null if there is none.
       */
      next_lapse_at: time().nullable(),
      /** From when it is stale if no gate is checked again: the first of them lapses then. Null: never. */
      stale_from: time().nullable(),
    },
    { chain: 'none', proof: 'recomputed' },
  ),
  /** One row per current indicator, with what is served about it besides its package. */
  served_indicators: table(
    {
      provider_id: text().key().byCodePoint(),
      slug: text(),
      name: text().byCodePoint(),
      /** The name without case and accents, to search in. */
      folded_name: text(),
      subtype: text(),
      /** JSON array of kind, value and source; null if there are none. */
      identifiers: text().nullable(),
      planner_type: text(),
      verification_id: text(),
      renews: text().nullable(),
      package_hash: text(),
      methodology_digest: text(),
      as_of: time(),
      published_at: time(),
      final_score: bigint(),
      risk_band: text(),
      verified_at: time(),
      confirmed_by: text().nullable(),
      confirmed_at: time().nullable(),
      contested: text(),
      stale_since: time().nullable(),
      stale_reason: text().nullable(),
      corrected_by: text().nullable(),
      review_direction: text().nullable(),
      review_since: time().nullable(),
      review_until: time().nullable(),
      review_reason: text().nullable(),
      /** The published rationale of the last news; null if it has none. */
      rationale_seq: bigint().nullable(),
      /** The disclosures in force. */
      disclosures_seq: bigint().nullable(),
      /** The indicator before it, without renewals. */
      previous_id: text().nullable(),
      previous_score: bigint().nullable(),
      previous_band: text().nullable(),
      /** As in prepared_snapshots; null until that is made. */
      next_lapse_at: time().nullable(),
      stale_from: time().nullable(),
      /** When any of the columns last changed. */
      changed_at: time(),
    },
    {
      chain: 'none',
      proof: 'recomputed',
      indexes: {
        served_indicators_by_band: '(planner_type, risk_band)',
        served_indicators_stale: '(provider_id) where stale_since is not null',
        served_indicators_lapsing: '(stale_from) where stale_since is null',
        // Rows that an older version of the program wrote.
        served_indicators_undated: '(provider_id) where next_lapse_at is null',
        served_indicators_reviewed: '(review_until) where review_until is not null',
        served_indicators_by_name: '(name, provider_id, folded_name)',
        served_indicators_by_score: '(final_score, name, provider_id)',
        served_indicators_by_time: '(as_of, name, provider_id)',
        served_indicators_by_change: '(changed_at)',
        // What a search on the Scores page counts, so that it reads no other columns.
        served_indicators_by_folded_name: '(folded_name, risk_band, planner_type)',
        served_indicators_by_type: '(planner_type, final_score, name, provider_id)',
      },
      uniqueIndexes: { served_indicators_by_slug: '(slug)' },
      isClustered: true,
    },
  ),
  /** History of each indicator's staleness; `stale_since` is null if it was confirmed again. */
  stale_marks: table(
    {
      seq: bigint().key(),
      provider_id: text().references('providers.id'),
      verification_id: text().references('indicators.verification_id'),
      marked_at: time(),
      stale_since: time().nullable(),
      stale_reason: text().nullable(),
    },
    {
      chain: 'lists',
      indexes: {
        stale_marks_by_time: '(marked_at)',
        stale_marks_by_provider: '(provider_id, seq)',
        stale_marks_by_indicator: '(verification_id, seq)',
      },
      appendOnly: true,
    },
  ),
  withdrawal_requests: table(
    {
      id: text().key(),
      provider_id: text().references('providers.id'),
      verification_id: text().references('indicators.verification_id'),
      reason: text().kept(FREE_TEXT),
      asked_by: text().references('staff.id'),
      asked_at: time(),
    },
    {
      chain: 'rows',
      indexes: {
        withdrawal_requests_by_provider: '(provider_id)',
        withdrawal_requests_by_time: '(asked_at, id)',
      },
      authority: true,
      appendOnly: true,
    },
  ),
  /** Requests for withdrawals that were not approved; an approved one has a withdrawal. */
  withdrawal_decisions: table(
    {
      request_id: text().key().references('withdrawal_requests.id'),
      decision: oneOf('refused', 'cancelled'),
      decided_by: text().references('staff.id'),
      decided_at: time(),
      reason: text().nullable().kept(FREE_TEXT),
    },
    { chain: 'rows', authority: true, appendOnly: true },
  ),
  withdrawals: table(
    {
      id: text().key(),
      provider_id: text().references('providers.id'),
      verification_id: text().references('indicators.verification_id'),
      reason: text().kept(PUBLISHED),
      withdrawn_at: time(),
      withdrawn_by: text(),
      approved_by: text().nullable(),
    },
    {
      chain: 'rows',
      indexes: {
        withdrawals_by_time: '(withdrawn_at)',
        withdrawals_by_indicator: '(verification_id)',
        withdrawals_by_provider: '(provider_id)',
      },
      checks: ['approved_by is null or approved_by <> withdrawn_by'],
      appendOnly: true,
    },
  ),
  changelog: table(
    {
      seq: bigint().key(),
      id: text().unique(),
      provider_id: text().references('providers.id'),
      provider_name: text(),
      planner_type: text(),
      kind: text<ChangelogKind>(),
      previous_score: integer().nullable(),
      new_score: integer().nullable(),
      previous_band: text().nullable(),
      new_band: text().nullable(),
      reason: text(),
      framework_version: text(),
      verification_id: text().references('indicators.verification_id'),
      changed_at: time(),
    },
    {
      chain: 'lists',
      indexes: {
        changelog_by_kind: '(kind, seq)',
        changelog_by_provider: '(provider_id, seq)',
        changelog_by_time: '(changed_at, seq)',
      },
      appendOnly: true,
    },
  ),
  events: table(
    {
      seq: bigint().key(),
      id: text().unique(),
      type: text<SubscribableEventType>(),
      provider_id: text().nullable().references('providers.id'),
      created_at: time(),
      /** See event-data.ts. */
      data: text(),
      /** The only workspace that may learn of it; null for an event that is for everyone. */
      workspace_id: text().nullable(),
    },
    { chain: 'lists', appendOnly: true },
  ),
  /** Daily dumps: what was public at the end of each UTC day. */
  datasets: table(
    {
      date: text().key(),
      /** JSON: the entry of the dump in the index. */
      record: text(),
      /** CSV, compressed with gzip. */
      bytes: bytes().compressed().recomputed(),
      made_at: time(),
      /** JSON: the signature of the index of all dumps up to this one. */
      index_signature: text(),
    },
    { staysSmall: SMALL.daily, chain: 'rows', appendOnly: true, hasLargeRows: true },
  ),
} as const;
