// Checks the input of an act against its schema, and reads its instants. A refusal lists every error with its place.

import { ACTS, type Act, type ActName, type DomainInputOf } from '@rf-indicators/contract/acts';
import { Compile } from 'typebox/schema';
import { Refusal, type RefusalDetail } from '../context/refusal.ts';
import { formatMessage } from '../context/text-formats.ts';
import { readInstantText } from '../context/times.ts';

interface InputCheck {
  check: ReturnType<typeof Compile>;
  /** The members that are instants. */
  instants: readonly string[];
}

const checks = new Map<ActName, InputCheck>();

function checkOf(name: ActName): InputCheck {
  let known = checks.get(name);
  if (known === undefined) {
    const { input }: Act = ACTS[name];
    const instants = Object.entries(input.properties)
      .filter(([, { format }]: [string, { format?: string }]) => format === 'date-time')
      .map(([member]) => member);
    known = { check: Compile(input), instants };
    checks.set(name, known);
  }
  return known;
}

/** The input as functions of the domain get it. */
export function checkedInput<Name extends ActName>(name: Name, input: unknown): DomainInputOf<Name> {
  const { check, instants } = checkOf(name);
  // The compiled check does not notice this member.
  const isHarmful = typeof input === 'object' && input !== null && Object.hasOwn(input, '__proto__');
  const details = new Map<string, RefusalDetail>();
  if (isHarmful) details.set('/__proto__', unknownMember('', '__proto__'));
  if (isHarmful || !check.Check(input)) {
    for (const { keyword, instancePath, params, message } of check.Errors(input)[1]) {
      const isInstant = instants.includes(instancePath.slice(1));
      const found = isInstant
        ? [notInstant(instancePath)]
        : asDetails(input, keyword, instancePath, params as Record<string, unknown>, message);
      for (const detail of found) if (!details.has(detail.place)) details.set(detail.place, detail);
    }
    throw invalid([...details.values()]);
  }
  const read = instants.length === 0 ? input : withInstants(input as Record<string, unknown>, instants);
  requireOrder(read as Record<string, unknown>);
  return read as DomainInputOf<Name>;
}

function invalid(details: readonly RefusalDetail[]): Refusal {
  return new Refusal('validation_failed', 'The input is not valid.', details);
}

/** The format allows some texts that no clock shows, such as a leap second. */
function withInstants(input: Record<string, unknown>, instants: readonly string[]): object {
  const copy = { ...input };
  const details: RefusalDetail[] = [];
  for (const member of instants) {
    if (copy[member] === undefined) continue;
    const instant = readInstantText(copy[member] as string);
    if (instant === null) details.push(notInstant(`/${member}`));
    copy[member] = instant;
  }
  if (details.length > 0) throw invalid(details);
  return copy;
}

function notInstant(place: string): RefusalDetail {
  const message = 'must be a date-time with an offset (RFC 3339), such as 2026-04-01T06:00:00Z';
  return { place, code: 'not_instant', message };
}

/** The two ends of a period, as lists name them. */
const PERIODS = [
  ['from', 'to'],
  ['since', 'until'],
] as const;

function requireOrder(input: Readonly<Record<string, unknown>>): void {
  for (const [first, last] of PERIODS) {
    const [start, end] = [input[first], input[last]];
    // Instants are numbers, and days are texts that sort by time.
    if (start === undefined || end === undefined || typeof start !== typeof end) continue;
    if ((start as number) <= (end as number)) continue;
    const detail = { place: `/${first}`, code: `after_${last}`, message: `is after ${last}` };
    throw invalid([detail]);
  }
}

function asDetails(
  input: unknown,
  keyword: string,
  place: string,
  params: Record<string, unknown>,
  message: string,
): RefusalDetail[] {
  switch (keyword) {
    case 'required':
      return (params.requiredProperties as string[]).map((member) => ({
        place: `${place}/${member}`,
        code: 'required',
        message: 'is required',
      }));
    case 'additionalProperties':
      return (params.additionalProperties as string[]).map((member) => unknownMember(place, member));
    case 'enum':
      return [
        { place, code: 'enum', message: `must be one of ${(params.allowedValues as string[]).join(', ')}` },
      ];
    case 'format':
      return [{ place, code: 'format', message: formatMessage(input, place, params.format, message) }];
    // Only repeats an additionalProperties error, without the name of the member.
    case 'boolean':
      return [];
    default:
      return [{ place, code: keyword, message }];
  }
}

function unknownMember(place: string, member: string): RefusalDetail {
  const pointer = member.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
  return { place: `${place}/${pointer}`, code: 'unknown_member', message: 'is not a member of this input' };
}
