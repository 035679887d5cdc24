export { appendLeaves, readNodesFrom, treeInMemory } from './append.ts';
export {
  type Checkpoint,
  CheckpointError,
  formatCheckpoint,
  type OpenedCheckpoint,
  openCheckpoint,
  type ParsedCheckpoint,
  parseCheckpoint,
} from './checkpoint.ts';
export {
  type Cosignature,
  cosign,
  openCosignatures,
  parseWitnessKey,
  parseWitnessSigner,
  type WitnessKey,
  witnessKeyFromSeed,
} from './cosignature.ts';
export { emptyRoot, leafHash, nodeHash, type ReadNode, type TreeNode } from './merkle.ts';
export { NoteError, type OpenedNote, openNote, signNote, splitNote } from './note.ts';
export { consistencyProofFrom, inclusionProofFrom, rootFrom } from './proofs.ts';
export { type ConsistencyClaim, type InclusionClaim, verifyConsistency, verifyInclusion } from './verify.ts';
