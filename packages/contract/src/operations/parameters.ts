// Parameters that several operations share. Queries are closed: under /api/v1 an unknown one is refused.

import { type TProperties, Type } from 'typebox';
import { INSTANT_OR_DATE, VERIFICATION_ID } from '../schemas/forms.ts';

export const NO_PARAMETERS = closed({});

export function closed<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

/** An instant with Z or an offset, or a date; `description` says what a date means. */
export function instantOrDate(description: string) {
  return Type.String({ pattern: INSTANT_OR_DATE, maxLength: 40, description });
}

export const asOf = Type.Optional(
  instantOrDate(
    'The answer as it was served at this instant: RFC 3339 with Z or an offset (write a plus as %2B). A date means the end of that day in UTC.',
  ),
);

export const period = {
  from: Type.Optional(
    instantOrDate(
      'Only from this instant on: RFC 3339, or a date, which means the start of that day in UTC.',
    ),
  ),
  to: Type.Optional(
    instantOrDate('Only up to this instant: RFC 3339, or a date, which means the end of that day in UTC.'),
  ),
};

export const cursor = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1024, description: 'The next_cursor of the page before.' }),
);

export const page = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Rows on a page.' }),
  ),
  cursor,
};

export const provider = closed({
  providerId: Type.String({
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    maxLength: 80,
    description: "The provider's id (a UUID in lower case) or its slug.",
  }),
});

export const indicator = Type.String({
  pattern: VERIFICATION_ID,
  description: 'The verification id of a published indicator.',
});
