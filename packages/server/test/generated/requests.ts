// Requests to the operations of an OpenAPI document: valid ones, and ones with one thing wrong.

import { ACTS, type Act, type ActName } from '@rf-indicators/contract/acts';
import type { OpenApi, OpenApiOperation } from '../../../../test/support/described.ts';
import type { Caller, StoryWorld } from './story-world.ts';
import { type KnownValues, type Random, resolved, type Schema, validValue } from './valid-values.ts';
import { wrongOf } from './wrong-values.ts';

export interface GeneratedRequest {
  document: OpenApi;
  caller: Caller;
  method: 'GET' | 'POST';
  template: string;
  path: string;
  body: string | undefined;
  /** What is wrong with it; null if it is valid. */
  wrong: string | null;
}

export interface Counts {
  /** Of each operation, for a caller that it is for. */
  valid: number;
  wrong: number;
}

/**
 * Acts that take away a role, a token or a workspace. They come last, because what they do to the callers of this test
 * would turn all later requests into refusals of the same kind.
 */
const LAST = new Set<string>([
  ...['staff.set_roles', 'staff.retire', 'staff.erase', 'staff.rotate_token', 'staff.revoke_token'],
  ...['members.remove', 'members.erase', 'members.issue_token', 'members.revoke_token'],
  ...['workspaces.set_tier', 'workspaces.suspend', 'founding.return', 'requests.approve', 'rules.set'],
  ...['keys.revoke', 'keys.revoke_by_operator', 'keys.rotate', 'signing_keys.rotate'],
]);

/** For every operation of the document and every caller. */
export function generateRequests(
  { inputs, known }: Pick<StoryWorld, 'inputs' | 'known'>,
  document: OpenApi,
  callers: readonly Caller[],
  random: Random,
  counts: Counts,
): GeneratedRequest[] {
  const requests: GeneratedRequest[] = [];
  const last: GeneratedRequest[] = [];
  for (const [template, item] of Object.entries(document.paths)) {
    for (const [verb, operation] of Object.entries(item)) {
      const act = (operation as { 'x-act'?: ActName })['x-act'];
      const to = act !== undefined && LAST.has(act) ? last : requests;
      for (const caller of callers) {
        const isFor = act === undefined || mayPerform(act, caller);
        const generating = { document, random, known };
        const one = (isWrong: boolean) =>
          requestTo(generating, operation, {
            ...{ caller, template, isWrong, example: act === undefined ? undefined : inputs.get(act) },
            method: verb.toUpperCase() as 'GET' | 'POST',
          });
        for (let at = 0; at < (isFor ? counts.valid : 1); at += 1) to.push(one(false));
        for (let at = 0; at < (isFor ? counts.wrong : 1); at += 1) to.push(one(true));
      }
    }
  }
  return [...requests, ...last];
}

export function mayPerform(name: ActName, { kind, role }: Caller): boolean {
  const { who }: Act = ACTS[name];
  if (who.anyone !== undefined) return true;
  const roles: readonly string[] = (kind === null ? [] : who[kind]) ?? [];
  return role !== null && roles.includes(role);
}

interface Wanted {
  caller: Caller;
  method: 'GET' | 'POST';
  template: string;
  isWrong: boolean;
  /** An input that was valid once. */
  example: object | undefined;
}

function requestTo(
  generating: { document: OpenApi; random: Random; known: KnownValues },
  operation: OpenApiOperation,
  { caller, method, template, isWrong, example }: Wanted,
): GeneratedRequest {
  const { document, random } = generating;
  const schema = inputSchema(operation);
  const isExample = example !== undefined && random(2) === 0;
  const valid = isExample ? { ...example } : validValue(generating, schema);
  const possible = Object.keys(resolved(document, schema).properties ?? {});
  const { how, value } = isWrong ? wrongOf(random, valid, possible) : { how: null, value: valid };
  const shared = { document, caller, method, template, wrong: how };
  if (operation.requestBody !== undefined)
    return { ...shared, path: withPath(template, {}), body: JSON.stringify(value) };
  const members = value as Record<string, unknown>;
  const query = queryOf(members, pathNames(template));
  return { ...shared, path: `${withPath(template, members)}${query}`, body: undefined };
}

/** The body, or path and query parameters as one object. */
function inputSchema({ requestBody, parameters = [] }: OpenApiOperation): Schema {
  const body = requestBody?.content['application/json']?.schema;
  if (body !== undefined) return body as Schema;
  const named = parameters.filter((one) => one.in === 'path' || one.in === 'query');
  return {
    type: 'object',
    required: named.filter((one) => one.required === true).map((one) => one.name!),
    properties: Object.fromEntries(named.map((one) => [one.name!, (one.schema ?? {}) as Schema])),
  };
}

const pathNames = (template: string) => [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

function withPath(template: string, members: Record<string, unknown>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const given = escaped(members[name] ?? 'x');
    // A segment of dots would be another path for the client.
    return /^\.*$/.test(given) ? 'x' : given;
  });
}

function queryOf(members: Record<string, unknown>, without: readonly string[]): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(members)) {
    if (without.includes(name)) continue;
    const values = Array.isArray(value) ? value.slice(0, 50) : [value];
    for (const one of values) pairs.push(`${escaped(name)}=${escaped(one)}`);
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Longer addresses are all refused in the same way. */
const LONGEST_VALUE = 2500;

function escaped(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent((text ?? 'undefined').slice(0, LONGEST_VALUE).toWellFormed());
}
