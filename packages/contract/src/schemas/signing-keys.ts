import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { Instant, LimitationsDisclosure, NextCursor } from './common.ts';
import { nullable } from './forms.ts';

export const SigningKey = Type.Object(
  {
    key_id: Type.String({
      description:
        'The name and hash of the key, in the form name+hash. Signatures identify their key by it.',
    }),
    algorithm: Type.Literal('Ed25519'),
    public_key: Type.String({ description: 'The verifier key, in the format of C2SP signed notes.' }),
    valid_from: Instant,
    valid_until: nullable(Instant, { description: 'Null for the current signing key.' }),
    rotation_log_index: Type.Optional(
      nullable(Type.Integer({ minimum: 0 }), {
        description:
          'The log entry that introduced the key, signed by the old and the new key; null for the first key.',
      }),
    ),
    follows_pinned_key: Type.Optional(
      nullable(Type.Boolean(), {
        description:
          'Whether rotations in the log connect the key with the one that the service keeps outside its store; null if it keeps none. Pin a key yourself to be certain.',
      }),
    ),
  },
  {
    description:
      'A signing key and its validity period. Old keys still verify the signatures that they made.',
  },
);
export type SigningKey = Static<typeof SigningKey>;

export const SigningKeys = Type.Object(
  {
    data: Type.Array(SigningKey),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  { $id: 'SigningKeys', description: 'All signing keys, oldest first. Members may be added.' },
);
export type SigningKeys = Static<typeof SigningKeys>;
