// Small schemas that the acts share.

import type { TProperties, TSchema } from 'typebox';
import { DEFAULT_PAGE, LARGEST_PAGE } from '../page-sizes.ts';
import type { TextFormat } from '../plain-text.ts';
import { Instant as PlainInstant } from '../schemas/common.ts';
import { Type } from '../type.ts';
import type { InstantText } from './epoch-ms.ts';

/** An object without additional members. */
export function strict<const Properties extends TProperties>(
  properties: Properties,
  options: { description?: string; minProperties?: number } = {},
) {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** A list inside an object, so that members can be added beside it later. */
export function listOf<Schema extends TSchema>(schema: Schema) {
  return strict({ data: Type.Array(schema) });
}

/** The input of a list that is read in pages. */
export const PageInput = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LARGEST_PAGE,
      description: `Maximum number of entries in the page, up to ${LARGEST_PAGE}; ${DEFAULT_PAGE} if absent.`,
    }),
  ),
  cursor: Type.Optional(
    text('next_cursor of the previous page, to get the next one with the same filters.', 1000),
  ),
};

/** A page of a list. Entries that are added while a caller reads the pages make no other entry appear twice or be missed. */
export function pageOf<Schema extends TSchema>(schema: Schema) {
  return strict({ data: Type.Array(schema), next_cursor: NextCursor });
}

export const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'The cursor of the next page; null if this is the last one.',
});

/** One line. plain-text.ts says which characters it may have. */
export function text(description: string, maxLength = 500) {
  return Type.String({ format: 'line' satisfies TextFormat, description, maxLength });
}

/** A text that may have line breaks and tabs. */
export function lines(description: string, maxLength: number) {
  return Type.String({ format: 'lines' satisfies TextFormat, description, maxLength });
}

/** Of a register: the rows that have a text somewhere in what they show. */
export function SearchText(where: string) {
  return Type.Optional(text(`Only those with this text in ${where}; letters of any case.`, 200));
}

export const NoInput = strict({});

export const Done = strict({}, { description: 'The act was performed; the answer is empty.' });

/** Of an act that takes two people. */
export const Requested = strict({
  done: Type.Boolean({ description: 'Whether it is already done, because one person may act alone.' }),
  request: Type.Union([Type.String(), Type.Null()], {
    description: 'The id of the request that a second person approves; null if it is done.',
  }),
});

/**
 * An instant in an answer. Functions of the domain have milliseconds since 1970 in its place (see InEpochMs): an answer is
 * rewritten once, where the act is performed.
 */
export const Instant = instant('A date-time in UTC (RFC 3339), ending in Z.');

export function instant(description: string) {
  return Type.Unsafe<InstantText>({ ...PlainInstant, description });
}

/** The description of an instant in an input that needs no other one. */
export const ANY_INSTANT = 'A date-time with an offset (RFC 3339), such as 2026-04-01T06:00:00Z.';

/** An instant in an input: any offset is accepted. The domain gets milliseconds since 1970. */
export const GivenInstant = givenInstant(ANY_INSTANT);

export function givenInstant(description: string) {
  return Type.Unsafe<InstantText>({ type: 'string', format: 'date-time', maxLength: 40, description });
}

export const Id = Type.String({ description: 'The id of a record.' });

export const ErasedAs = Type.String({ description: 'The text that takes the place of the name.' });

export const IssuedToken = strict({
  id: Type.String({ description: 'The id of the person whose token it is.' }),
  token: Type.String({ description: 'Shown once; only its hash is stored.' }),
  prefix: Type.String({ description: 'The first characters of the token, as lists show them.' }),
});

/** What a command prints below the name of the person whose new token it is. */
export const SHOW_TOKEN = [
  '  {token}',
  'Store it now: it is not shown again, and only its hash is kept. Pass it in RF_TOKEN or with --token.',
] as const;

export const ListedToken = strict({
  prefix: Type.String({ description: 'The first characters of the token.' }),
  created_at: Instant,
  revoked_at: Type.Union([Instant, Type.Null()]),
});

/** For reads about a workspace. */
export const WorkspaceName = Type.Optional(
  text(
    'Name or id of the workspace. Required for staff; for members it defaults to their own workspace.',
    120,
  ),
);

export const Reason = lines('Reason, for the record.', 2000);

/**
 * A record from a person or a file. Its members are checked when the domain reads all rows together, so that a refusal
 * can list every error in a file, including unknown members.
 */
export function record(description: string) {
  return Type.Unsafe<Record<string, unknown>>({ type: 'object', description });
}

/** A row of a file, with the place that refusals use to identify it. */
export function row(description: string) {
  return strict({
    place: Type.Optional(
      text('Where the row is, such as "line 3", for use in refusals; its JSON pointer if absent.', 200),
    ),
    value: Type.Unknown({ description }),
  });
}
