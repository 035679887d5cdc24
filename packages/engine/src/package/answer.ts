// The computation answer for one indicator. The API returns it, `rf package` writes it, and every verification
// tool accepts it as a file without changes.

import { isObject } from '../json/canonical.ts';
import type { MethodologyDocument } from '../methodology/document.ts';
import type { Methodology } from '../methodology/methodology.ts';
import { ENGINE_VERSION } from '../version.ts';
import type { ComputationPackage, Packaged } from './package.ts';
import { firstMalformedReference } from './references.ts';
import type { Signature, Statement } from './statement.ts';

/** The position of a statement in the log, with the checkpoint of its publication. */
export interface LogEntry {
  index: number;
  tree_size: number;
  /** Base64 hashes, from the leaf's sibling upwards. */
  inclusion_proof: string[];
  /** A signed note. */
  checkpoint: string;
}

export interface ComputationAnswer {
  data: {
    package: ComputationPackage;
    package_hash: string;
    verification_id: string;
    methodology: MethodologyDocument;
    methodology_version: string;
    engine_version: string;
    published_at: string | null;
    statement: Statement;
    signature: Signature | null;
    log: LogEntry | null;
  };
  limitations_disclosure: string;
}

export interface Publication {
  published_at: string | null;
  statement: Statement;
  signature: Signature | null;
  log: LogEntry | null;
}

export function makeAnswer(
  methodology: Methodology,
  packaged: Packaged,
  { published_at, statement, signature, log }: Publication,
  limitationsDisclosure: string,
): ComputationAnswer {
  return {
    data: {
      ...packaged,
      methodology: methodology.document,
      methodology_version: methodology.version,
      engine_version: ENGINE_VERSION,
      published_at,
      statement,
      signature,
      log,
    },
    limitations_disclosure: limitationsDisclosure,
  };
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/;
const DIGEST = /^[0-9a-f]{64}$/;

type Form = 'text' | 'text or null' | 'digest' | 'instant' | 'object' | 'object or null';

const DATA_FORM: Record<string, Form> = {
  package: 'object',
  package_hash: 'digest',
  verification_id: 'text',
  methodology: 'object',
  methodology_version: 'text',
  engine_version: 'text',
  published_at: 'text or null',
  statement: 'object',
  signature: 'object or null',
  log: 'object or null',
};

const PACKAGE_FORM: Record<string, Form> = {
  as_of: 'instant',
  configuration: 'object',
  configuration_digest: 'digest',
  gates: 'object',
  inputs: 'object',
  methodology_digest: 'digest',
  provider: 'object',
  result: 'object',
};

const STATEMENT_FORM: Record<string, Form> = {
  as_of: 'instant',
  corrects: 'text or null',
  final_score: 'text',
  framework_version: 'text',
  methodology_digest: 'digest',
  package_hash: 'digest',
  planner_type: 'text',
  provider_id: 'text',
  provider_name: 'text',
  risk_band: 'text',
  supersedes: 'text or null',
  verification_id: 'text',
};

const PROVIDER_FORM: Record<string, Form> = {
  id: 'text',
  name: 'text',
  planner_type: 'text',
  flags: 'object',
};

/** A pointer to the first member that is missing or malformed; null if there is none. */
export function firstMalformedMember(answer: unknown): string | null {
  if (!isObject(answer)) return '/data';
  const content = member(answer.data, 'package');
  return (
    firstMalformed(answer.data, DATA_FORM, '/data') ??
    firstMalformed(content, PACKAGE_FORM, '/data/package') ??
    firstMalformed(member(content, 'provider'), PROVIDER_FORM, '/data/package/provider') ??
    firstMalformed(member(answer.data, 'statement'), STATEMENT_FORM, '/data/statement') ??
    firstMalformedReference(content as Record<string, unknown>, '/data/package')
  );
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function firstMalformed(value: unknown, forms: Record<string, Form>, pointer: string): string | null {
  if (!isObject(value)) return pointer;
  for (const [name, form] of Object.entries(forms)) {
    if (!Object.hasOwn(value, name) || !hasForm(value[name], form)) return `${pointer}/${name}`;
  }
  return null;
}

function hasForm(value: unknown, form: Form): boolean {
  switch (form) {
    case 'text':
      return typeof value === 'string';
    case 'text or null':
      return value === null || typeof value === 'string';
    case 'digest':
      return typeof value === 'string' && DIGEST.test(value);
    case 'instant':
      return typeof value === 'string' && INSTANT.test(value);
    case 'object':
      return isObject(value);
    case 'object or null':
      return value === null || isObject(value);
  }
}
