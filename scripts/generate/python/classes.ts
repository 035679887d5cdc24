// Which Python class each object of the contract becomes. Objects inside objects become classes too: named as the
// contract names them, otherwise after the class and the member that hold them.

import { isNull, isObject, plain, type Schema, schemaName } from './schemas.ts';
import { className, pythonName, singular } from './text.ts';
import type { ValueTypes } from './value-types.ts';

export interface Member {
  wireName: string;
  name: string;
  annotation: string;
  /** How a value becomes objects: the name of a class, or MapOf(class); null for plain JSON. */
  wrapper: string | null;
  mayBeAbsent: boolean;
  schema: Schema;
}

export interface ModelClass {
  name: string;
  /** The class of the rows of a page; undefined for what is not a page. */
  row: string | undefined;
  members: Member[];
  schema: Schema;
}

/** Schemas that Python programs know by a shorter name. */
const CLASS_NAMES: Readonly<Record<string, string>> = { ComputationAnswer: 'Computation' };

/** What the base class defines; a member of this name would be hidden by it. */
const RESERVED = new Set(['raw', 'rate_limit', 'get', 'keys', 'items']);

/** The members that every page has; the base class declares them. */
const PAGE_MEMBERS = ['data', 'next_cursor'];

/** Collects classes in an order in which each comes after those it uses. */
export class ClassCollector {
  readonly classes: ModelClass[] = [];
  readonly #texts = new Map<string, string>();

  readonly #valueTypes: ValueTypes;

  /** `known`: classes that another module defines already. */
  constructor(valueTypes: ValueTypes, known: readonly ModelClass[] = []) {
    this.#valueTypes = valueTypes;
    for (const { name, schema } of known) this.#texts.set(name, JSON.stringify(schema));
  }

  /** The name of the class of an object, which is added unless it is there. */
  add(given: object, suggestedName: string): string {
    const schema = plain(given);
    const named = schemaName(schema);
    const name = named === undefined ? suggestedName : (CLASS_NAMES[named] ?? named);
    const text = JSON.stringify(schema);
    const existing = this.#texts.get(name);
    if (existing === text) return name;
    if (existing !== undefined) throw new Error(`Two different objects would become the class ${name}.`);
    this.#texts.set(name, text);
    const members = this.#members(schema, name);
    this.classes.push({ name, row: rowClass(members), members, schema });
    return name;
  }

  #members(schema: Schema, owner: string): Member[] {
    const merged = schema.anyOf ? mergedVariants(schema.anyOf) : schema;
    return Object.entries(merged.properties ?? {}).map(([wireName, property]) => {
      if (RESERVED.has(wireName)) throw new Error(`${owner}.${wireName} would be hidden by the base class.`);
      const mayBeAbsent = !merged.required?.includes(wireName);
      const { annotation, wrapper } = this.#type(property, owner, wireName);
      const isOptional = mayBeAbsent && !annotation.startsWith('Optional[') && annotation !== 'Any';
      return {
        wireName,
        name: pythonName(wireName),
        annotation: isOptional ? `Optional[${annotation}]` : annotation,
        wrapper,
        mayBeAbsent,
        schema: property,
      };
    });
  }

  #type(schema: Schema, owner: string, member: string): Pick<Member, 'annotation' | 'wrapper'> {
    const { anyOf, items, additionalProperties } = schema;
    if (anyOf && !anyOf.every(isObject)) return this.#unionType(anyOf, owner, member);
    if (anyOf || isObject(schema)) {
      const name = this.add(schema, owner + className(member));
      return { annotation: name, wrapper: name };
    }
    if (items) {
      const { annotation, wrapper } = this.#type(items, owner, singular(member));
      return { annotation: `List[${annotation}]`, wrapper };
    }
    if (typeof additionalProperties === 'object') {
      const { annotation, wrapper } = this.#type(additionalProperties, owner, singular(member));
      return { annotation: `Dict[str, ${annotation}]`, wrapper: wrapper && `MapOf(${wrapper})` };
    }
    if (schema.enum?.every((value) => typeof value === 'string')) {
      return { annotation: this.#valueTypes.add(schema, owner + className(member)), wrapper: null };
    }
    return { annotation: scalarType(schema), wrapper: null };
  }

  #unionType(anyOf: Schema[], owner: string, member: string): Pick<Member, 'annotation' | 'wrapper'> {
    const types = anyOf.filter((each) => !isNull(each)).map((each) => this.#type(each, owner, member));
    const annotations = [...new Set(types.map(({ annotation }) => annotation))];
    const wrappers = [...new Set(types.map(({ wrapper }) => wrapper))];
    if (wrappers.length > 1) throw new Error(`${owner}.${member} mixes objects with other values.`);
    const joined = annotations.length > 1 ? `Union[${annotations.join(', ')}]` : annotations[0]!;
    return {
      annotation: anyOf.some(isNull) && joined !== 'Any' ? `Optional[${joined}]` : joined,
      wrapper: wrappers[0] ?? null,
    };
  }
}

export function ownMembers({ row, members }: ModelClass): Member[] {
  return row === undefined ? members : members.filter(({ name }) => !PAGE_MEMBERS.includes(name));
}

function rowClass(members: readonly Member[]): string | undefined {
  const data = members.find(({ name }) => name === 'data');
  return data?.annotation === `List[${data?.wrapper}]` ? data.wrapper! : undefined;
}

/** One class stands for all forms that an object can have; what only some forms have may be absent. */
function mergedVariants(variants: readonly Schema[]): Schema {
  const properties: Record<string, Schema> = {};
  for (const variant of variants) {
    for (const [name, property] of Object.entries(variant.properties ?? {})) {
      const seen = properties[name];
      properties[name] = seen ? eitherForm(name, seen, property) : property;
    }
  }
  const required = Object.keys(properties).filter((name) =>
    variants.every((variant) => variant.required?.includes(name)),
  );
  return { type: 'object', properties, required };
}

/** A member that tells the forms apart, such as type, has another constant in each. */
function eitherForm(name: string, one: Schema, other: Schema): Schema {
  const values = ({ enum: allowed, const: only }: Schema) =>
    allowed ?? (only === undefined ? null : [String(only)]);
  const [first, second] = [values(one), values(other)];
  if (first && second) return { type: 'string', enum: [...first, ...second] };
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  throw new Error(`${name} has a different type in each form of an object.`);
}

function scalarType({ type, enum: allowed, const: only }: Schema): string {
  if (typeof only === 'string' || allowed) return 'str';
  if (typeof only === 'boolean') return 'bool';
  const types: Record<string, string> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };
  return (type && types[type]) || (type === 'object' ? 'Dict[str, Any]' : 'Any');
}
