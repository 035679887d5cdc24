// Writes the instants of answers as text (RFC 3339). The domain and the store have milliseconds since 1970; the schema of
// the act says where they are.

import { ACTS, type ActName, type AnswerOf, type DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { TSchema } from 'typebox';
import { instantText } from '../context/times.ts';

export type Rewrite = (value: unknown) => unknown;

interface SchemaParts {
  format?: string;
  properties?: Readonly<Record<string, TSchema>>;
  items?: TSchema;
  anyOf?: readonly TSchema[];
  additionalProperties?: TSchema | boolean;
}

/** Rewrites every instant that a schema has; null if it has none, so that the value needs no visit. */
export function rewriteInstants(schema: TSchema, rewrite: Rewrite): Rewrite | null {
  const { format, properties, items, anyOf, additionalProperties } = schema as SchemaParts;
  if (format === 'date-time') return rewrite;
  if (properties !== undefined) return rewriteMembers(properties, rewrite);
  if (items !== undefined) {
    const each = rewriteInstants(items, rewrite);
    return each === null ? null : (list) => (list as unknown[]).map(each);
  }
  if (anyOf !== undefined) return rewriteChoice(anyOf, rewrite);
  if (typeof additionalProperties !== 'object') return null;
  const each = rewriteInstants(additionalProperties, rewrite);
  return each === null
    ? null
    : (map) => Object.fromEntries(Object.entries(map as object).map(([name, value]) => [name, each(value)]));
}

/** Members that are absent or null stay so. The object is copied: the domain may keep what it answered. */
function rewriteMembers(properties: Readonly<Record<string, TSchema>>, rewrite: Rewrite): Rewrite | null {
  const members = Object.entries(properties).flatMap(([name, schema]): [string, Rewrite][] => {
    const member = rewriteInstants(schema, rewrite);
    return member === null ? [] : [[name, member]];
  });
  if (members.length === 0) return null;
  return (value) => {
    const copy = { ...(value as Record<string, unknown>) };
    for (const [name, member] of members) {
      const given = copy[name];
      if (given !== undefined && given !== null) copy[name] = member(given);
    }
    return copy;
  };
}

/** Of a choice between null and something else; null was left out before. */
function rewriteChoice(choices: readonly TSchema[], rewrite: Rewrite): Rewrite | null {
  const others = choices.filter(({ type }: { type?: string }) => type !== 'null');
  const found = others.flatMap((schema) => rewriteInstants(schema, rewrite) ?? []);
  if (found.length === 0) return null;
  if (others.length === 1) return found[0]!;
  throw new Error('A schema with instants can be a choice between null and one other schema alone.');
}

const ofAnswers = new Map<ActName, Rewrite | null>();

/** The answer of a function of the domain, as callers get it. */
export function answerForCallers<Name extends ActName>(
  name: Name,
  answer: DomainAnswerOf<Name>,
): AnswerOf<Name> {
  let rewrite = ofAnswers.get(name);
  if (rewrite === undefined) {
    rewrite = rewriteInstants(ACTS[name].answer, asText);
    ofAnswers.set(name, rewrite);
  }
  return (rewrite === null ? answer : rewrite(answer)) as AnswerOf<Name>;
}

/** Documents that the domain publishes or signs have texts already. */
function asText(value: unknown): unknown {
  return typeof value === 'number' ? instantText(value) : value;
}
