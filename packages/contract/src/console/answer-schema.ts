// The schema of an answer in the console. A repeated request gets the first answer again, without its secrets.

import type { TSchema } from 'typebox';
import type { Act } from '../acts/index.ts';

interface ObjectSchema {
  properties?: Record<string, ObjectSchema & { description?: string }>;
}

/** The members that are shown once can be null: their description says when. */
export function answerSchema({ answer, secrets = [] }: Act): TSchema {
  if (secrets.length === 0) return answer;
  const copy = JSON.parse(JSON.stringify(answer)) as ObjectSchema;
  for (const pointer of secrets) {
    const names = pointer.split('/').slice(1);
    let parent = copy;
    for (const name of names.slice(0, -1)) parent = parent.properties![name]!;
    const last = names.at(-1)!;
    const { description = '', ...schema } = parent.properties![last]!;
    const when = 'Shown once: null if the request is repeated with its Idempotency-Key.';
    parent.properties![last] = {
      anyOf: [schema, { type: 'null' }],
      description: `${description} ${when}`.trim(),
    } as ObjectSchema;
  }
  return copy as TSchema;
}

/** The answer without what is shown once, as it is kept for a repeated request. */
export function withoutSecrets({ secrets = [] }: Act, answer: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(answer)) as Record<string, unknown>;
  for (const pointer of secrets) {
    const names = pointer.split('/').slice(1);
    let parent: Record<string, unknown> | null = copy;
    for (const name of names.slice(0, -1))
      parent = (parent?.[name] ?? null) as Record<string, unknown> | null;
    if (parent !== null && names.at(-1)! in parent) parent[names.at(-1)!] = null;
  }
  return copy;
}
