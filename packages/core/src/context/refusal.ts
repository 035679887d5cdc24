// A refusal: the act was not performed, for a reason that the caller can correct.

export type RefusalCode =
  | 'insufficient_role'
  | 'invalid_token'
  | 'not_found'
  | 'conflict'
  | 'validation_failed'
  | 'terms_not_accepted'
  | 'workspace_not_eligible'
  | 'workspace_suspended'
  | 'pilot_not_enabled';

export interface RefusalDetail {
  /** Where in the input: "line 3", a JSON pointer, an id. */
  place: string;
  code: string;
  message: string;
}

/** The message says what is wrong and what to do next. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly details: readonly RefusalDetail[];

  constructor(code: RefusalCode, message: string, details: readonly RefusalDetail[] = []) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
