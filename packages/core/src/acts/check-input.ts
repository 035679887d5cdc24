// Validates the input of an act against its schema. A refusal lists every error with its place.

import { ACTS, type ActName } from '@rf-indicators/contract/acts';
import { Compile } from 'typebox/schema';
import { Refusal, type RefusalDetail } from '../context/refusal.ts';

const compiled = new Map<ActName, ReturnType<typeof Compile>>();

export function requireValidInput(name: ActName, input: unknown): void {
  let check = compiled.get(name);
  if (check === undefined) {
    check = Compile(ACTS[name].input);
    compiled.set(name, check);
  }
  // The compiled check does not notice this member.
  const isHarmful = typeof input === 'object' && input !== null && Object.hasOwn(input, '__proto__');
  if (!isHarmful && check.Check(input)) {
    requireOrder(input as Record<string, unknown>);
    return;
  }
  const details = new Map<string, RefusalDetail>();
  if (isHarmful) details.set('/__proto__', unknownMember('', '__proto__'));
  for (const { keyword, instancePath, params, message } of check.Errors(input)[1]) {
    for (const detail of asDetails(keyword, instancePath, params as Record<string, unknown>, message)) {
      if (!details.has(detail.place)) details.set(detail.place, detail);
    }
  }
  throw new Refusal('validation_failed', 'The input is not valid.', [...details.values()]);
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
    throw new Refusal('validation_failed', 'The input is not valid.', [detail]);
  }
}

function asDetails(
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
