// How one check ends: what was found, and what to do about it where that is anything.

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

/** It works, and may not for long, or not as safely as it could. */
export function warn(what: string, todo: string): Verdict {
  return { state: 'warn', what, todo };
}

export function fail(what: string, todo: string): Verdict {
  return { state: 'fail', what, todo };
}
