import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { Instant, Slug, Uuid, VerificationId } from './common.ts';

const members = {
  id: Uuid,
  slug: Slug,
  name: Type.String({ description: 'The name of the provider.' }),
  withdrawn_at: Instant,
  reason: Type.String({ description: 'Why the indicator was withdrawn.' }),
  verification_id: VerificationId,
};

export const WithdrawnIndicator = Type.Object(members, {
  description:
    'A provider whose last indicator was withdrawn. verification_id names that indicator, which can still be verified.',
});
export type WithdrawnIndicator = Static<typeof WithdrawnIndicator>;

/** The same members of problem documents and of errors of the agent tools, which have them only with one code. */
export const withdrawalMembers = {
  id: Type.Optional(present(members.id, 'The id of the provider.')),
  slug: Type.Optional(present(members.slug, 'The slug of the provider.')),
  name: Type.Optional(present(members.name, 'The name of the provider.')),
  withdrawn_at: Type.Optional(present(members.withdrawn_at, 'When the indicator was withdrawn, in UTC.')),
  reason: Type.Optional(present(members.reason, 'Why the indicator was withdrawn.')),
  verification_id: Type.Optional(present(members.verification_id, 'The indicator that was withdrawn.')),
};

function present<Schema extends object>(schema: Schema, what: string): Schema {
  return { ...schema, description: `${what} Present if code is indicator_withdrawn.` };
}
