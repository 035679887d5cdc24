// The report on a file: one line for each check, and the first fault. Also reads the file, which is the first check.

import { canonicalJson, type JsonValue } from '../json/canonical.ts';
import { readJson } from '../json/parse.ts';

/** The outcome of one check. */
export interface Check<Fault extends string> {
  check: string;
  ok: boolean;
  fault: Fault | null;
  detail: string;
  /** The location of the first difference. */
  pointer: string | null;
}

export interface Report<Fault extends string> {
  ok: boolean;
  /** The code of the first failed check; null if all checks passed. */
  fault: Fault | null;
  verification_id: string | null;
  checks: Check<Fault>[];
}

/** Collects passed and failed checks for a report. */
export class Checks<Fault extends string> {
  readonly checks: Check<Fault>[] = [];

  passed(check: string, detail: string): void {
    this.checks.push({ check, ok: true, fault: null, detail, pointer: null });
  }

  failed(check: string, fault: Fault, detail: string, pointer: string | null = null): void {
    this.checks.push({ check, ok: false, fault, detail, pointer });
  }

  report(id: string | null): Report<Fault> {
    const fault = this.checks.find(({ ok }) => !ok)?.fault ?? null;
    return { ok: fault === null, fault, verification_id: id, checks: this.checks };
  }
}

export type FileFault = 'not_json' | 'duplicate_member' | 'wrong_form';

/** Parses a file and checks its form, or reports why the text does not have it. */
export function readForm<Form>(
  text: string,
  texts: Readonly<Record<FileFault, string>>,
  firstMalformed: (value: unknown) => string | null,
): { form: Form } | { report: Report<FileFault> } {
  const checks = new Checks<FileFault>();
  try {
    const { value, duplicates } = readJson(text);
    const duplicate = duplicates[0];
    if (duplicate !== undefined) {
      checks.failed('form', 'duplicate_member', texts.duplicate_member, duplicate);
    } else {
      // Throws for values that cannot be hashed: lone surrogates, infinite numbers, too deep nesting.
      canonicalJson(value as JsonValue);
      const pointer = firstMalformed(value);
      if (pointer === null) return { form: value as Form };
      checks.failed('form', 'wrong_form', `${texts.wrong_form} See ${pointer}.`, pointer);
    }
  } catch (error) {
    if (error instanceof SyntaxError) {
      checks.failed('form', 'not_json', `${texts.not_json} ${error.message}.`);
    } else if (error instanceof TypeError || error instanceof RangeError) {
      checks.failed('form', 'wrong_form', `${texts.wrong_form} ${error.message}.`);
    } else throw error;
  }
  return { report: checks.report(null) };
}
