// Tables of runs and of the packages that they make.

import type { PublicationKind } from '@rf-indicators/contract';
import { bigint, bytes, integer, oneOf, operational, table, text, time } from './define.ts';
import { FREE_TEXT, SMALL } from './reasons.ts';

/** The only change of a package: its text gives way to the compressed form of it. */
const COMPRESSION = `old.compressed is null and new.compressed is not null and new.uncompressed = ''
  and new.package_hash = old.package_hash and new.verification_id = old.verification_id
  and new.methodology_digest = old.methodology_digest`;

const REFUSAL = 'packages is append-only: a published record is never changed';

const PACKAGE_TRIGGERS = {
  sqlite: [
    `create trigger packages_no_update before update on packages when not (${COMPRESSION})
     begin select raise(abort, '${REFUSAL}'); end`,
    `create trigger packages_no_delete before delete on packages begin select raise(abort, '${REFUSAL}'); end`,
  ],
  postgres: [
    `create function rf_refuse_change_of_package() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' and ${COMPRESSION} then return new; end if;
     raise exception '${REFUSAL}';
   end $$`,
    `create trigger packages_append_only before update or delete on packages
     for each row execute function rf_refuse_change_of_package()`,
    `create trigger packages_no_truncate before truncate on packages
     for each statement execute function rf_refuse_change()`,
  ],
};

const PROGRESS =
  'Shows how far a run has come. Somebody who changes it shows a wrong share; what the run made is chained.';

export const RUN_TABLES = {
  runs: table(
    {
      id: text().key(),
      kind: oneOf('manual', 'scheduled', 'correction', 'reinstatement'),
      status: oneOf('computing', 'draft', 'published', 'discarded'),
      as_of: time(),
      /** The knowledge date: inputs recorded later are not used. */
      known_at: time(),
      methodology_digest: text().references('methodology_activations.digest'),
      configuration_digest: text().references('configurations.digest'),
      /** In a correction run: the proposal that was wrong. */
      corrects_proposal: text().nullable().references('proposals.id'),
      /** The proposal that replaces it; null if there is none. */
      corrected_by_proposal: text().nullable().references('proposals.id'),
      reason: text().nullable().kept(FREE_TEXT),
      created_by: text(),
      created_at: time(),
      finished_at: time().nullable(),
    },
    { staysSmall: SMALL.daily, chain: 'rows', indexes: { runs_by_time: '(created_at, id)' } },
  ),
  /** Texts that packages of a framework are compressed with. */
  package_dictionaries: table(
    {
      /** Follows from the content. */
      id: bigint().key(),
      methodology_digest: text().references('methodologies.digest'),
      /** The number of packages in the content. */
      packages: integer(),
      /** The canonical JSON of packages, one per line. */
      content: text(),
    },
    {
      staysSmall: SMALL.frameworks,
      chain: 'none',
      proof: 'recomputed',
      indexes: { package_dictionaries_by_framework: '(methodology_digest, packages)' },
      appendOnly: true,
    },
  ),
  packages: table(
    {
      package_hash: text().key(),
      verification_id: text().unique(),
      methodology_digest: text().references('methodologies.digest'),
      /** The canonical JSON of a package that an older version wrote; empty once it is compressed. */
      uncompressed: text(),
      dictionary_id: bigint().nullable().references('package_dictionaries.id'),
      /** Of the compressed bytes. */
      crc32: bigint().nullable(),
      /** The canonical JSON as a zstd frame; null until it is compressed. */
      compressed: bytes().nullable().compressed(),
    },
    {
      chain: 'none',
      proof: 'recomputed',
      indexes: { packages_uncompressed: '(package_hash) where compressed is null' },
      appendOnly: true,
      triggers: PACKAGE_TRIGGERS,
    },
  ),
  run_items: table(
    {
      run_id: text().key().references('runs.id'),
      provider_id: text().key().references('providers.id'),
      as_of: time().key(),
      outcome: oneOf('SCORED', 'NOT_SCORED', 'INVALID'),
      /** The reason that there is no score: the gate, or the errors as JSON. */
      outcome_detail: text().nullable(),
      verification_id: text().nullable(),
      package_hash: text().nullable().references('packages.package_hash'),
      final_score: integer().nullable(),
      risk_band: text().nullable(),
      /** What publishing the run does with this item. */
      action: oneOf('publish', 'verify', 'mark_stale', 'none'),
      /** JSON array of the causes of the action. */
      causes: text(),
      /** The change from the current indicator, as JSON; null if there is none. */
      change: text().nullable(),
      /** The indicator that was current when the run was computed. */
      base_verification_id: text().nullable(),
      /** The indicator that this one corrects. */
      corrects: text().nullable(),
      /** The publication that it became part of; null while it is a draft. */
      publication_id: text().nullable().recomputed(),
      /** What its publication is to the provider's history; null unless the action is to publish. */
      kind: text<PublicationKind>().nullable(),
      /** JSON array of the approved inputs that do not count because stronger evidence contradicts them. */
      contested: text().default('[]'),
    },
    {
      chain: 'lists',
      indexes: {
        run_items_by_run: '(run_id, publication_id)',
        run_items_by_base: '(base_verification_id) where base_verification_id is not null',
      },
    },
  ),
  /** Approvals of drafts in stores that are older than the committee. Nothing is added. */
  run_approvals: table(
    {
      run_id: text().key().references('runs.id'),
      approved_by: text().key().references('staff.id'),
      approved_at: time(),
      /** JSON array of the votes of a committee: person and vote. */
      votes: text().default('[]').erasedBy('staff.erase'),
      dissent: text().nullable().kept(FREE_TEXT),
      minutes: text().nullable().kept(FREE_TEXT),
    },
    { chain: 'rows', authority: true, appendOnly: true },
  ),
  /** What the committee did about a draft, or about a matter that was opened by itself: votes, minutes, outcomes. */
  committee_entries: table(
    {
      /** run/ID or matter/ID */
      scope: text().key(),
      /** Without gaps. */
      seq: integer().key(),
      kind: oneOf('opened', 'vote', 'recusal', 'waiver', 'minute', 'outcome', 'cancelled'),
      /** Null for the service. */
      staff_id: text().nullable().references('staff.id'),
      at: time(),
      /** JSON: which items it is about, and what was said. */
      content: text().kept(FREE_TEXT),
    },
    {
      chain: 'rows',
      authority: true,
      appendOnly: true,
      indexes: { committee_entries_opened: "(at, scope) where kind = 'opened'" },
    },
  ),
  /** How far the scoring or the publication of a run has come. */
  run_progress: table(
    {
      run_id: text().key().references('runs.id'),
      stage: oneOf('scoring', 'publishing').key(),
      done: bigint(),
      total: bigint(),
      started_at: time(),
      updated_at: time(),
    },
    { chain: 'none', proof: operational(PROGRESS) },
  ),
  /** When a member of staff first read what a draft says about a provider. */
  run_readings: table(
    {
      run_id: text().key().references('runs.id'),
      provider_id: text().key().references('providers.id'),
      staff_id: text().key().references('staff.id'),
      read_at: time(),
    },
    { chain: 'rows', appendOnly: true },
  ),
} as const;
