// Schemas are built without TypeBox at run time, and must be what TypeBox would have built.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type as TypeBox } from 'typebox';
import { Type } from '../src/type.ts';

type Builders = typeof Type;

/** Every building block, with options, without them, and nested. */
function schemas(T: Builders) {
  const described = { description: 'A text.' };
  const members = {
    array: T.Array(T.String(described), { minItems: 1 }),
    boolean: T.Boolean(),
    enum: T.Enum(['a', 'b'], { type: 'string', ...described }),
    integer: T.Integer({ minimum: 1, ...described }),
    literals: T.Union([T.Literal('a'), T.Literal(1), T.Literal(true, described)]),
    nullable: T.Union([T.Number(), T.Null(described)], described),
    optional: T.Optional(T.String({ pattern: '^a$' })),
    optionalObject: T.Optional(T.Object({ inner: T.Optional(T.Unknown()), always: T.Unknown(described) })),
    unsafe: T.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: T.String() }),
    optionalUnsafe: T.Optional(T.Unsafe<string>(T.Union([T.String(), T.Null()]))),
  };
  return [
    T.Object(members, { $id: 'Members', additionalProperties: false }),
    // A member of one object may be used again in another, and stays optional there.
    T.Object({ again: members.optional, ...members.optionalObject.properties }),
    T.Object({ optional: T.Optional(T.Boolean()) }),
    T.Object({}),
  ];
}

test('each building block returns the same JSON Schema as TypeBox, member for member', () => {
  assert.equal(JSON.stringify(schemas(Type), null, 1), JSON.stringify(schemas(TypeBox), null, 1));
});

test('the test above uses every building block', () => {
  const used = new Set<string>();
  schemas(
    new Proxy(Type, {
      get(target, name: keyof Builders) {
        used.add(name);
        return target[name];
      },
    }),
  );
  assert.deepEqual([...used].sort(), Object.keys(Type).sort());
});
