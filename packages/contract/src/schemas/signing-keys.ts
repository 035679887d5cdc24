import { type Static, Type } from 'typebox';
import { Instant, LimitationsDisclosure, NextCursor } from './common.ts';
import { nullable } from './forms.ts';

export const SigningKey = Type.Object(
  {
    key_id: Type.String({ description: 'Name and hash: name+hash. Signatures name their key by it.' }),
    algorithm: Type.Literal('Ed25519'),
    public_key: Type.String({ description: 'The verifier key, in the text form of C2SP signed notes.' }),
    valid_from: Instant,
    valid_until: nullable(Instant, { description: 'Null for the key that signs now.' }),
    rotation_log_index: Type.Optional(
      nullable(Type.Integer({ minimum: 0 }), {
        description:
          'The log entry, signed by the old and the new key, that brought it in; null for the first.',
      }),
    ),
  },
  { description: 'A signing key and when it signed. Old keys go on verifying what they signed.' },
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
