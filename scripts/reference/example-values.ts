// Values for samples of calls: those of the demonstration where a parameter has one, and otherwise a value of the right
// form.

import { EVENT_DEFINITIONS, type WebhookEventType } from '@rf-indicators/contract';
import examples from '@rf-indicators/contract/examples' with { type: 'json' };
import { type Document, resolved, type Schema } from './open-api.ts';
import { withoutNull } from './schema-words.ts';

const { getScore, getScoreRequest } = examples;
const SLUG = getScore.slug;

/** By the name of a parameter or member, whatever operation has it. */
const BY_NAME: Readonly<Record<string, string>> = {
  providerId: SLUG,
  provider: SLUG,
  slug: SLUG,
  verification_id: getScore.verification_id,
  run: getScore.confirmed_by.run,
  version: '2.0',
  request_id: getScoreRequest.request_id,
  path: '0/000',
  index: '12',
  date: '2026-11-04',
  workspace: 'your-workspace',
  email: 'ann@example.org',
  contact_email: 'ann@example.org',
  url: 'https://hooks.example.org/rf',
  provider_url: 'https://provider.example',
  provider_name: 'Brindlewick Vaults',
  provider_names: 'Brindlewick Vaults',
  name: 'backend',
  reason: 'What the record should say.',
  id: '01a1e0e3-f48e-7377-96a7-ea1588efe7e8',
};

/** Where the name alone says too little. */
const BY_OPERATION: Readonly<Record<string, string>> = { 'getComputation.id': getScore.verification_id };

/** Bodies that an example from the schema would not do justice to. */
export const BODIES: Readonly<Record<string, unknown>> = {
  callAgentTool: { tool_name: 'get_provider_score', input: { provider_name: 'Brindlewick Vaults' } },
  resolve: { names: ['Brindlewick Vaults', 'ZZZZ00FERROCLINE0050', 'Cobaltine Markets Ltd'] },
  requestScore: { provider_name: 'Larkspur Lending', provider_url: 'https://larkspur.example' },
};

/** The body of an event: a real one, or one with the sample of its type. */
export function eventExample(type: WebhookEventType): object | null {
  const real = examples.listEvents.data[0]!;
  if (type === real.type) return real;
  const definition = EVENT_DEFINITIONS[type];
  if (!('sample' in definition)) return null;
  const { sequence, checkpoint } = real.data;
  return { ...real, type, data: { sequence, checkpoint, ...definition.sample } };
}

export function parameterExample(operationId: string, name: string): string {
  return BY_OPERATION[`${operationId}.${name}`] ?? BY_NAME[name] ?? '…';
}

/** An object with the required members. */
export function bodyExample(document: Document, given: Schema, name = ''): unknown {
  const { schema } = withoutNull(document, given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const form = (schema.anyOf ?? schema.oneOf)?.[0];
  if (form !== undefined) return bodyExample(document, form, name);
  if (schema.type === 'array') return [bodyExample(document, schema.items ?? {}, name)];
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema;
    return Object.fromEntries(
      required.map((member) => [member, bodyExample(document, properties[member]!, member)]),
    );
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  return BY_NAME[name] ?? textExample(resolved(document, schema));
}

function textExample({ format }: Schema): string {
  const formats: Record<string, string> = {
    date: '2026-11-04',
    'date-time': '2026-11-04T06:00:00Z',
    uri: 'https://example.org',
    email: 'ann@example.org',
  };
  return formats[format ?? ''] ?? '…';
}
