// The wire's types as one declaration file that needs nothing else: made from the OpenAPI document, so that what a
// reader of the published package sees is what the docs say, sentence by sentence.

import { openApiDocument } from '@rf-indicators/contract';

interface Schema {
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

/** Where the contract's types have a name of their own. */
const RENAMED: Record<string, string> = { TierName: 'Tier' };

/** Declares every schema, and exports those whose names are given. */
export function wireTypes(exported: readonly string[]): string {
  const document = openApiDocument({ baseUrl: 'https://indicators.example' });
  const schemas = document.components.schemas as Record<string, Schema>;
  const declared = Object.entries(schemas).map(([name, schema]) => ({
    name: nameOf(name),
    text: `${comment(schema.description, '')}${declaration(nameOf(name), schema)}`,
  }));
  declared.push(...webhookTypes(document.webhooks));
  const names = new Set(declared.map(({ name }) => name));
  const absent = exported.filter((name) => !names.has(name));
  if (absent.length > 0) throw new Error(`The contract has no schema for ${absent.join(', ')}.`);
  const parts = declared
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, text }) =>
      exported.includes(name) ? text.replace(/^(type|interface) /m, 'export $1 ') : text,
    );
  // Without this line a declaration file exports all that it declares.
  return `// What travels, as the OpenAPI document has it.\n\n${parts.join('\n\n')}\n\nexport {};\n`;
}

/** Any event, and the names of their types. */
function webhookTypes(webhooks: Record<string, unknown>): { name: string; text: string }[] {
  const events = Object.keys(webhooks);
  const bodies = Object.values(webhooks).map(
    (webhook) => /schemas\/(\w+)/.exec(JSON.stringify(webhook))![1]!,
  );
  return [
    {
      name: 'WebhookEvent',
      text: `${comment("Any event's body; `type` tells which.", '')}type WebhookEvent = ${bodies.join(' | ')};`,
    },
    { name: 'WebhookEventType', text: `type WebhookEventType = ${events.map(literal).join(' | ')};` },
  ];
}

function declaration(name: string, schema: Schema): string {
  const isShape = schema.properties !== undefined && schema.$ref === undefined;
  return isShape ? `interface ${name} ${shape(schema, '')}` : `type ${name} = ${typeOf(schema, '')};`;
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref.split('/').at(-1)!);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((choice) => typeOf(choice, indent)).join(' | ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
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
      if (schema.properties !== undefined) return shape(schema, indent);
      if (typeof schema.additionalProperties === 'object') {
        return `Record<string, ${typeOf(schema.additionalProperties, indent)}>`;
      }
      return 'Record<string, unknown>';
    case undefined:
      return 'unknown';
    default:
      throw new Error(`No type is known for ${JSON.stringify(schema)}.`);
  }
}

function shape({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, member]) => {
    const key = /^\w+$/.test(name) ? name : literal(name);
    const mark = required.includes(name) ? '' : '?';
    return `${comment(member.description, inner)}${inner}${key}${mark}: ${typeOf(member, inner)};\n`;
  });
  return `{\n${members.join('')}${indent}}`;
}

function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}

function nameOf(name: string): string {
  return RENAMED[name] ?? name;
}
