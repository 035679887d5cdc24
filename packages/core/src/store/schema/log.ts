// Tables of the Merkle log and of the keys that sign it.

export interface LogTables {
  log_state: {
    id: number;
    tree_size: number;
    /** 1 after a migration, until the record chain covers the rows that were there before. */
    chain_due: number;
    /** From this entry on, every indicator was published together with its snapshot; older ones get theirs later. */
    prepared_from: number;
  };
  /** Salted digests of the rows of other tables, in the order of their transactions; each link covers those before. */
  record_chain: {
    seq: number;
    /** `baseline` for the entry that follows those of the rows from before the chain. */
    table_name: string;
    /** JSON array: the key of a single row; null for a list. */
    row_key: string | null;
    /** The rows of `table_name` with this `chain_list`; null for a single row. */
    list: number | null;
    /** 0 if the row was deleted. */
    row_count: number;
    /** null once a later entry for the same row has replaced this one. */
    salt: string | null;
    digest: string;
    link: string;
  };
  log_leaves: { idx: number; kind: LeafKind; leaf: string; leaf_hash: string };
  log_nodes: { level: number; idx: number; hash: string };
  checkpoints: { tree_size: number; note: string; created_at: number };
  cosignatures: {
    tree_size: number;
    /** Name and hash of the key of the witness. */
    witness_key_id: string;
    witness_name: string;
    /** The signature line, without its newline. */
    line: string;
    created_at: number;
  };
  signing_keys: {
    key_id: string;
    public_key: string;
    /** Encrypted under the master key. */
    sealed_private_key: string;
    valid_from: number;
    valid_until: number | null;
  };
}

export type LeafKind =
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
  | 'records';
