// Tables of the Merkle log and of the keys that sign it.

export interface LogTables {
  log_state: {
    id: number;
    tree_size: number;
    /** 1 until the first publication of a migrated store has signed a baseline. */
    baseline_due: number;
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

export type LeafKind = 'statement' | 'key_rotation' | 'confirmation' | 'baseline';
