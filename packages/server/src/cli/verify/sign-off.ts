// The sign-off of the framework that a package was computed with, as one more check of rf verify.

import {
  checkSignOff,
  type MethodologyDocument,
  type Report,
  type SignOff,
  type SignOffVerdict,
  type VerifierKey,
} from '@rf-indicators/engine';
import { type Terminal, UsageError } from '../terminal.ts';
import { readJsonFile } from './files.ts';

const FAULTS: Record<Exclude<SignOffVerdict, 'signed'>, string> = {
  digest_differs: 'The sign-off is for another framework than the one in the file.',
  unknown_key: 'The sign-off was made with a key that you did not pin.',
  invalid: 'The sign-off does not verify: it was edited, or made with a different key.',
};

export interface PinnedSignOff {
  signOff: SignOff;
  officer: VerifierKey;
}

/** A sign-off file, or the response of GET /api/v1/methodology, which has the same members. */
export async function readSignOff(file: string, terminal: Terminal): Promise<SignOff> {
  const { value } = await readJsonFile(file, terminal);
  const found = value as Partial<SignOff> & Partial<Published> & { data?: Published };
  const published = found.data?.sign_off === undefined ? found : found.data;
  if ('sign_off' in published && published.sign_off !== undefined) return ofResponse(published as Published);
  if (typeof found.digest === 'string' && typeof found.signature === 'object') return found as SignOff;
  throw new UsageError(`${file} is neither a sign-off nor the response of GET /api/v1/methodology.`);
}

interface Published {
  digest: string;
  effective_from: string;
  framework_version: string;
  sign_off: {
    role: 'chief_risk_officer';
    name: string;
    signed_at: string;
    key_id: string;
    public_key: string;
    signature: string;
  };
}

function ofResponse({ digest, effective_from, framework_version, sign_off }: Published): SignOff {
  const { role, name, signed_at, key_id, public_key, signature } = sign_off;
  return {
    ...{ digest, effective_from, framework_version, name, role, signed_at, public_key },
    signature: { algorithm: 'Ed25519', key_id, value: signature },
  };
}

/** Adds the check to the report on a package. A file that is no package has no framework to check. */
export async function withSignOff(
  report: Report<string>,
  text: string,
  { signOff, officer }: PinnedSignOff,
): Promise<Report<string>> {
  const document = frameworkIn(text);
  if (document === null) return report;
  const verdict = await checkSignOff(document, signOff, [officer]);
  const signed = verdict === 'signed';
  const check = {
    check: 'sign_off',
    ok: signed,
    fault: signed ? null : 'sign_off_invalid',
    detail: signed
      ? `${signOff.framework_version} was signed by ${signOff.name} with ${officer.id} on ${signOff.signed_at}.`
      : FAULTS[verdict],
    pointer: null,
  };
  return {
    ...report,
    ok: report.ok && signed,
    fault: report.fault ?? check.fault,
    checks: [...report.checks, check],
  };
}

function frameworkIn(text: string): MethodologyDocument | null {
  try {
    return (JSON.parse(text) as { data?: { methodology?: MethodologyDocument } }).data?.methodology ?? null;
  } catch {
    return null;
  }
}
