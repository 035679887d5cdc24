// Collects the checks of a report.

import type { Check, Report } from './forms.ts';

/** Keeps the checks that passed as well as those that failed, so that a reader sees both. */
export class Checks<Fault extends string> {
  readonly #checks: Check<Fault>[] = [];

  add(...checks: Check<Fault>[]): void {
    this.#checks.push(...checks);
  }

  passed(check: string, detail: string): void {
    this.add({ check, ok: true, fault: null, detail, pointer: null });
  }

  failed(check: string, fault: Fault, detail: string, pointer: string | null = null): void {
    this.add({ check, ok: false, fault, detail, pointer });
  }

  report(id: string | null): Report<Fault> {
    const fault = this.#checks.find(({ ok }) => !ok)?.fault ?? null;
    return { ok: fault === null, fault, verification_id: id, checks: this.#checks };
  }
}
