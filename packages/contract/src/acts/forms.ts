// Small schemas that the acts share.

import { type TProperties, type TSchema, Type } from 'typebox';

/** An object that has no other members than these. */
export function strict<const Properties extends TProperties>(
  properties: Properties,
  options: { description?: string; minProperties?: number } = {},
) {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** A list in an object, so that more can be said beside it later. */
export function listOf<Schema extends TSchema>(schema: Schema) {
  return strict({ data: Type.Array(schema) });
}

export function text(description: string, maxLength = 500) {
  return Type.String({ description, maxLength });
}

export const NoInput = strict({});

export const Done = strict({}, { description: 'The act was done; there is nothing more to tell.' });

export const EpochMs = Type.Integer({ description: 'Milliseconds since 1970-01-01T00:00:00Z.' });

export const Id = Type.String({ description: 'The id of something on record.' });

export const IssuedToken = strict({
  id: Type.String({ description: 'Whose token it is.' }),
  token: Type.String({ description: 'Shown once; only its hash is kept.' }),
  prefix: Type.String({ description: 'How the token begins, as lists show it.' }),
});

export const ListedToken = strict({
  prefix: Type.String({ description: 'How the token begins.' }),
  created_at: EpochMs,
  revoked_at: Type.Union([EpochMs, Type.Null()]),
});

/** For reads about a workspace. */
export const WorkspaceName = Type.Optional(
  text('Name or id of the workspace. Staff name it; a member may leave it out and means their own.', 120),
);

export const Reason = text('Why, for the record.', 2000);

/**
 * A record that a person or a file gives. Its members are checked where the record is read, all rows at once: a refusal
 * then lists everything that is wrong with a file, and unknown members are among it.
 */
export function record(description: string) {
  return Type.Unsafe<Record<string, unknown>>({ type: 'object', description });
}

/** A row of a file, with the place that refusals name it by. */
export function row(description: string) {
  return strict({
    place: Type.Optional(
      text('Where it stands, such as "line 3"; refusals name it. Otherwise its pointer is named.', 200),
    ),
    value: Type.Unknown({ description }),
  });
}
