// Patterns and building blocks that the schemas share.

import type { Static, TSchema } from 'typebox';
import { Type } from '../type.ts';

export const VERIFICATION_ID = '^RF-[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}-[0-9A-HJKMNP-TV-Z]{6}$';
export const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

export const INSTANT_OR_DATE =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2}))?$';

export function nullable<Schema extends TSchema>(schema: Schema, options: { description?: string } = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** An object with arbitrary member names. */
export function mapOf<Schema extends TSchema>(values: Schema, options: { description?: string } = {}) {
  return Type.Unsafe<Record<string, Static<Schema>>>({
    type: 'object',
    additionalProperties: values,
    ...options,
  });
}

/** Members of everything that shows the score of an indicator, so that nobody takes a stale score for a fresh one. */
export const staleMembers = {
  stale: Type.Boolean({
    description:
      'Whether the indicator is stale: a check that the service must make itself is overdue, or what is on record cannot be scored any more.',
  }),
  stale_reason: nullable(Type.String(), { description: 'Why the indicator is stale; null if it is not.' }),
};
