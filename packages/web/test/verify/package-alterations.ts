// Alterations of a computation package that is dropped on the page: where, and the new value.

const NO_ID = 'RF-00000-00000-00000-00000-000000';

/** The first input, gate and fact of the package stand for all. */
export const PACKAGE_ALTERATIONS: readonly [what: string, path: string, value: unknown][] = [
  ['an input', 'package.inputs.*.value', '1'],
  ['a grade of evidence', 'package.inputs.*.grade', 'D'],
  ['a date of evidence', 'package.inputs.*.evidence_date', '2026-03-30'],
  ['a reference to evidence', 'package.inputs.*.evidence', { sha256: 'ab' }],
  ['a gate', 'package.gates.*.evidence_date', '2026-03-30'],
  ['a fact', 'package.facts.*.value', '99.00'],
  ['no inputs', 'package.inputs', {}],
  ['the score', 'package.result.final_score', '99.99'],
  ['the band', 'package.result.band', 'HIGH'],
  ['the name', 'package.provider.name', 'Somebody else'],
  ['the date', 'package.as_of', '2026-04-02T00:00:00Z'],
  ['the configuration', 'package.configuration.more', 'yes'],
  ['the framework', 'methodology.criteria.0.label', 'Other'],
  ['the version of the framework', 'methodology_version', '9.9'],
  ['the hash', 'package_hash', 'a'.repeat(64)],
  ['the id', 'verification_id', NO_ID],
  ['the statement', 'statement.final_score', '99.99'],
  ['the signature', 'signature.value', Buffer.alloc(64).toString('base64')],
  ['no signature', 'signature', null],
  ['the log entry', 'log.index', 4],
  ['the checkpoint', 'log.checkpoint', ''],
];

export function altered(answer: object, path: string, value: unknown): object {
  const copy = structuredClone(answer) as { data: Record<string, unknown> };
  const names = path.split('.');
  const last = names.pop()!;
  const holder = names.reduce<Record<string, unknown>>((inside, name) => {
    const at = name === '*' ? Object.keys(inside)[0]! : name;
    return inside[at] as Record<string, unknown>;
  }, copy.data);
  holder[last] = value;
  return copy;
}
