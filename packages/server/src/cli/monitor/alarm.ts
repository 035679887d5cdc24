// What a monitor raises an alarm about. The codes are stable, so that scripts can rely on them.

export const ALARMS = {
  checkpoint_malformed: 'The checkpoint is not a signed note of a log.',
  origin_changed: 'The checkpoint belongs to another log.',
  signature: 'The checkpoint is not signed with the pinned key, or with one that follows from it.',
  key_not_in_log: 'The pinned key is not a key of this log.',
  rotation_unsigned: 'A rotation in the log is not signed with both keys.',
  rotation_broken: 'A rotation in the log does not begin with the key that was current.',
  rotated_back: 'A rotation in the log returns to an earlier key.',
  fork: 'Two signed checkpoints contradict each other: the log was rewritten, or shows different histories.',
  rollback: 'The log is smaller than it was.',
  frozen: 'The log has not grown for too long.',
  tiles_differ: 'The tiles do not lead to the root of the checkpoint.',
  leaf_missing: 'An entry of the log cannot be read.',
  leaf_changed: 'An entry of the log is not the one that the tree contains.',
  leaf_malformed: 'An entry of the log does not have the form of its kind.',
  statement_missing: 'A statement of the log is not served.',
  statement_changed: 'A statement is served otherwise than it is in the log.',
  statement_duplicate: 'Two statements of the log have the same verification id.',
  proof_invalid: 'The proof that is served with a statement does not belong to this log.',
  confirmation_changed: 'A confirmation is served otherwise than it is in the log.',
  list_missing: 'A list of the log is not served.',
  list_changed: 'A list is served otherwise than its digest in the log says.',
  records_fell: 'The number of internal records that the log covers has fallen.',
  dated_ahead: 'An entry of the log is dated in the future.',
  sequence_gap: 'The log leaves out a part of a numbered list.',
  score_changed: 'A score is served that differs from its statement.',
  score_not_current: 'An indicator is served that is not the newest one of its provider.',
  score_unlogged: 'An indicator is served that is not in the log.',
  score_removed: 'An indicator is no longer served, and the log has no withdrawal of it.',
  withdrawn_served: 'A withdrawn indicator is served as current.',
  staleness_differs:
    'An indicator is served as current although the log marks it as stale, or the other way round.',
  name_differs: 'A provider is served under a name, slug or subtype that is not the one in the log.',
  changelog_changed: 'An entry of the changelog is served otherwise than it is in the log.',
  changelog_removed: 'An entry of the changelog is no longer served.',
  changelog_unlogged: 'An entry of the changelog is served that is not in the log.',
  rationale_changed: 'A rationale is served otherwise than it is in the log.',
  disclosures_changed: 'Disclosures are served otherwise than they are in the log.',
  review_changed: 'A review is served otherwise than it is in the log.',
  keys_differ: 'The published signing keys are not those of the log.',
  witnesses_missing: 'Too few witnesses have cosigned the checkpoint.',
} as const;

export type AlarmCode = keyof typeof ALARMS;

export interface Finding {
  code: AlarmCode;
  /** What was seen, in one sentence. */
  detail: string;
}

/** Raised where nothing further can be checked. `notes` are checkpoints that prove it to others. */
export class Alarm extends Error {
  override readonly name = 'Alarm';
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];

  constructor(findings: readonly Finding[], notes: readonly string[] = []) {
    super(findings.map(({ code, detail }) => `${code}: ${detail}`).join('\n'));
    this.findings = findings;
    this.notes = notes;
  }
}

export function alarm(code: AlarmCode, detail: string, notes: readonly string[] = []): Alarm {
  return new Alarm([{ code, detail }], notes);
}
