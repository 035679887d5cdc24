// Parameters that several operations share. Parameter objects are closed: /api/v1 refuses unknown query parameters.

import type { TProperties } from 'typebox';
import { CHANGELOG_KINDS } from '../schemas/changelog.ts';
import { EVENT_DEFINITIONS, SUBSCRIBABLE_EVENT_TYPES } from '../schemas/events/table.ts';
import { INSTANT_OR_DATE, VERIFICATION_ID } from '../schemas/forms.ts';
import { Type } from '../type.ts';

export const NO_PARAMETERS = closed({});

export function closed<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

/** A date-time with Z or an offset, or a date; `description` says what a date means. */
export function instantOrDate(description: string) {
  return Type.String({ pattern: INSTANT_OR_DATE, maxLength: 40, description });
}

export const asOf = Type.Optional(
  instantOrDate(
    'Return what the API answered at this time. An RFC 3339 date-time with Z or an offset (encode a plus sign as %2B), or a date, which means the end of that day in UTC.',
  ),
);

export const period = {
  from: Type.Optional(
    instantOrDate(
      'Only entries at or after this time. An RFC 3339 date-time, or a date, which means the start of that day in UTC.',
    ),
  ),
  to: Type.Optional(
    instantOrDate(
      'Only entries at or before this time. An RFC 3339 date-time, or a date, which means the end of that day in UTC.',
    ),
  ),
};

export const cursor = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1024, description: 'The next_cursor of the previous page.' }),
);

export const idempotencyKey = Type.Optional(
  Type.String({
    pattern: '^[!-~]+$',
    minLength: 1,
    maxLength: 255,
    description: 'Identifies this request for 24 hours. A different body with the same key is refused.',
  }),
);

export const page = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: 'The maximum number of rows per page.',
    }),
  ),
  cursor,
};

export const providerIdOrSlug = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 80,
  description: 'The id (a lower-case UUID) or slug of the provider.',
});

export const provider = closed({ providerId: providerIdOrSlug });

const ANY_KIND = `(${CHANGELOG_KINDS.join('|')})`;

/** The kinds of changelog entries to return; `byDefault` says which those are without the parameter. */
export function kinds(byDefault: string) {
  return Type.Optional(
    Type.String({
      pattern: `^${ANY_KIND}(,${ANY_KIND})*$`,
      maxLength: 400,
      description: `Only entries of these kinds, separated by commas: ${CHANGELOG_KINDS.join(', ')}. ${byDefault}`,
    }),
  );
}

const ANY_TYPE = `(${SUBSCRIBABLE_EVENT_TYPES.map((type) => type.replace('.', '[.]')).join('|')})`;

const OPT_IN = SUBSCRIBABLE_EVENT_TYPES.filter((type) => EVENT_DEFINITIONS[type].delivery === 'opt_in');

export const eventTypes = Type.Optional(
  Type.String({
    pattern: `^${ANY_TYPE}(,${ANY_TYPE})*$`,
    maxLength: 400,
    description: `Only events of these types, separated by commas: ${SUBSCRIBABLE_EVENT_TYPES.join(', ')}. Without it, all types that an endpoint gets by default: all but ${OPT_IN.join(', ')}.`,
  }),
);

export const indicator = Type.String({
  pattern: VERIFICATION_ID,
  description:
    'The verification id of a published indicator: RF- and 26 digits and capital letters (not I, L, O or U) in groups of 5, 5, 5, 5 and 6, such as RF-4N2S0-3J5CD-0EWP9-3RSJQ-BST5DT.',
});
