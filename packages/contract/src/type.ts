// The building blocks of schemas. They return what the functions of the same names in TypeBox return, plain JSON Schema,
// and have their types, so that `Static` works. TypeBox itself consists of hundreds of files, which every thread and
// every command would load for nothing else. A test compares the two.

import type { TSchema, Type as TypeBox } from 'typebox';

type Used = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>;

/** Hidden from JSON and from validators: it only decides which members of an object are required. */
const OPTIONAL = '~optional';

const simple =
  (type: string) =>
  (options: object = {}) => ({ type, ...options });

const builders = {
  Array: (items: object, options: object = {}) => ({ type: 'array', items, ...options }),
  Boolean: simple('boolean'),
  Enum: (values: readonly unknown[], options: object = {}) => ({ enum: values, ...options }),
  Integer: simple('integer'),
  Literal: (value: unknown, options: object = {}) => ({ type: typeof value, const: value, ...options }),
  Null: simple('null'),
  Number: simple('number'),
  Object: (properties: Record<string, object>, options: object = {}) => {
    const required = Object.keys(properties).filter((name) => !(OPTIONAL in properties[name]!));
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
  },
  Optional: (schema: object) => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
  String: simple('string'),
  Union: (anyOf: readonly object[], options: object = {}) => ({ anyOf, ...options }),
  Unknown: (options: object = {}) => ({ ...options }),
  Unsafe: (schema: object) => schema as TSchema,
};

export const Type = builders as unknown as Used;
