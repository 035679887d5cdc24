// The result of one check of rf doctor: what was found, and what to do about it if anything.

export interface Verdict {
  state: 'ok' | 'warn' | 'fail';
  what: string;
  todo: string | null;
}

export interface Diagnosis extends Verdict {
  name: string;
}

export function ok(what: string): Verdict {
  return { state: 'ok', what, todo: null };
}

/** It works, but may soon fail, or is less safe than it could be. */
export function warn(what: string, todo: string): Verdict {
  return { state: 'warn', what, todo };
}

export function fail(what: string, todo: string): Verdict {
  return { state: 'fail', what, todo };
}
