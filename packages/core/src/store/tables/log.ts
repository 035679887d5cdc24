// Tables of the Merkle log, the record chain and the keys that sign.

import { bigint, integer, oneOf, operational, table, text, time } from './define.ts';
import { SMALL } from './reasons.ts';

const FIXED = 'seq, table_name, row_key, list, row_count, digest, link, kind, note, authority_seq';

/**
 * An entry of the chain stays as it is, except that its salt is erased when a later entry replaces it, and that it gets
 * another MAC when the master key is replaced.
 */
export const RECORD_CHAIN_TRIGGERS = {
  sqlite: [
    `create trigger record_chain_no_update before update of ${FIXED}
      on record_chain begin select raise(abort, 'record_chain is append-only: a record is never changed'); end`,
    `create trigger record_chain_no_delete before delete on record_chain
      begin select raise(abort, 'record_chain is append-only: a record is never changed'); end`,
  ],
  postgres: [
    `create trigger record_chain_no_update before update of ${FIXED}
      on record_chain for each row execute function rf_refuse_change()`,
    `create trigger record_chain_no_delete before delete on record_chain for each row execute function rf_refuse_change()`,
    `create trigger record_chain_no_truncate before truncate on record_chain
      for each statement execute function rf_refuse_change()`,
  ],
};

const WITNESSED =
  'The signature of a witness: anyone who relies on it checks it with the key of the witness. Somebody who deletes it makes the witness seem absent, which monitors report.';

export const LOG_TABLES = {
  log_state: table(
    {
      id: integer().key().check('id = 1').operational('Always 1; a second row is a finding.'),
      tree_size: bigint(),
      /** From this entry on, every indicator was published together with its snapshot; older ones get theirs later. */
      prepared_from: bigint()
        .default(0)
        .operational(
          'Set by an earlier migration. A wrong one hides a missing snapshot, which is made again.',
        ),
    },
    {
      staysSmall: SMALL.fixed,
      chain: 'none',
      proof: 'recomputed',
      rows: [{ id: 1, tree_size: 0, prepared_from: 0 }],
    },
  ),
  log_leaves: table(
    {
      idx: bigint().key(),
      kind: text<
        | 'statement'
        | 'key_rotation'
        | 'confirmation'
        | 'baseline'
        | 'publication'
        | 'withdrawal'
        | 'staleness'
        | 'changelog'
        | 'announcement'
        | 'cancellation'
        | 'names'
        | 'rationale'
        | 'disclosures'
        | 'review'
        | 'founding'
        | 'resumed'
        | 'records'
        | 'macs'
      >().recomputed(),
      leaf: text(),
      leaf_hash: text().recomputed(),
    },
    {
      chain: 'none',
      proof: 'signed',
      indexes: {
        log_leaves_of_records: "(idx) where kind = 'records'",
        log_leaves_of_service: "(idx) where kind in ('founding', 'resumed')",
        log_leaves_of_analysis: "(leaf_hash) where kind in ('rationale', 'disclosures', 'review')",
        log_leaves_of_macs: "(idx) where kind = 'macs'",
        log_leaves_of_rotations: "(idx) where kind = 'key_rotation'",
      },
      appendOnly: true,
    },
  ),
  log_nodes: table(
    {
      level: integer().key(),
      idx: bigint().key(),
      hash: text(),
    },
    { chain: 'none', proof: 'recomputed', appendOnly: true },
  ),
  /** Salted digests of the rows of other tables, in the order of their transactions; each link covers those before. */
  record_chain: table(
    {
      seq: bigint().key(),
      /** `baseline` for the entry that follows those of the rows from before the chain. */
      table_name: text(),
      /** JSON array: the key of a single row; null for a list. */
      row_key: text().nullable(),
      /** The rows of `table_name` with this `chain_list`; null for a single row. */
      list: bigint().nullable(),
      /** 0 if the row was deleted. */
      row_count: bigint(),
      /** null once a later entry for the same row has replaced this one. */
      salt: text().nullable(),
      digest: text(),
      link: text(),
      /** redaction: an act erased personal data from a row that otherwise never changes. null: an ordinary entry. */
      kind: oneOf('redaction').nullable(),
      /** Of a redaction, a JSON object: who erased the data, and by which act. */
      note: text().nullable(),
      /** The place among the entries of tables that decide who may do what; null for other tables. */
      authority_seq: bigint().nullable(),
      /** KEY-ID:BASE64. Authenticates the entry with a key outside the store; null if it is older than that. */
      mac: text().nullable(),
    },
    {
      chain: 'none',
      proof: 'recomputed',
      indexes: {
        record_chain_by_row: '(table_name, row_key, seq) where row_key is not null',
        record_chain_by_list: '(list) where list is not null',
      },
      uniqueIndexes: {
        record_chain_current: '(table_name, row_key) where salt is not null and row_key is not null',
        record_chain_authority: '(authority_seq) where authority_seq is not null',
      },
      appendOnly: true,
      triggers: RECORD_CHAIN_TRIGGERS,
    },
  ),
  checkpoints: table(
    {
      tree_size: bigint().key(),
      note: text(),
      created_at: time().operational(
        'The Last-Modified header of the checkpoint. Somebody who changes it shows another time there; the times in the log are signed.',
      ),
    },
    { chain: 'none', proof: 'signed', appendOnly: true },
  ),
  cosignatures: table(
    {
      tree_size: bigint().key().references('checkpoints.tree_size'),
      /** Name and hash of the key of the witness. */
      witness_key_id: text().key(),
      witness_name: text(),
      /** The signature line, without its newline. */
      line: text(),
      created_at: time(),
    },
    {
      chain: 'none',
      proof: operational(WITNESSED),
      indexes: { cosignatures_by_witness: '(witness_key_id, tree_size)' },
      appendOnly: true,
    },
  ),
  signing_keys: table(
    {
      key_id: text().key().signed(),
      public_key: text().signed(),
      /** Encrypted under the master key. */
      sealed_private_key: text(),
      valid_from: time(),
      valid_until: time().nullable(),
    },
    { staysSmall: SMALL.keys, chain: 'rows' },
  ),
} as const;
