// Writes JSON schemas of the OpenAPI document as TypeScript declarations, with their descriptions as doc comments.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

/** Schemas whose TypeScript type has another name. */
const RENAMED: Record<string, string> = { TierName: 'Tier' };

export function declaration(schemaName: string, schema: Schema): string {
  const name = typeName(schemaName);
  const isInterface = schema.properties !== undefined && schema.$ref === undefined;
  const body = isInterface
    ? `interface ${name} ${members(schema, '')}`
    : `type ${name} = ${typeOf(schema, '')};`;
  return `${docComment(schema.description, '')}export ${body}`;
}

/** Of what the service sends: any other string too, because it may add values. `string & {}` keeps editors suggesting the known ones. */
const OTHER_VALUES = '(string & {})';

/** `isClosed` for what callers send, where a value that is not listed is a mistake. */
export function typeOf(schema: Schema, indent = '', isClosed = false): string {
  if (schema.$ref !== undefined) return typeName(schema.$ref.split('/').at(-1)!);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) {
    const known = schema.enum.map(literal);
    const isText = schema.enum.every((value) => typeof value === 'string');
    return union(isText && !isClosed ? [...known, OTHER_VALUES] : known);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map((choice) => typeOf(choice, indent)));
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)));
  }
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array': {
      const item = typeOf(schema.items ?? {}, indent);
      return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      if (schema.properties !== undefined) return members(schema, indent);
      if (typeof schema.additionalProperties === 'object') {
        return `Record<string, ${typeOf(schema.additionalProperties, indent)}>`;
      }
      return 'Record<string, unknown>';
    case undefined:
      return 'unknown';
    default:
      throw new Error(`No TypeScript type is known for ${JSON.stringify(schema)}.`);
  }
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

export function docComment(text: string | undefined, indent: string): string {
  return text ? `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n` : '';
}

export function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}

function members({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, member]) => {
    const key = /^\w+$/.test(name) ? name : literal(name);
    const mark = required.includes(name) ? '' : '?';
    return `${docComment(member.description, inner)}${inner}${key}${mark}: ${typeOf(member, inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function typeName(schemaName: string): string {
  return RENAMED[schemaName] ?? schemaName;
}
