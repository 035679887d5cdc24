import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { LimitationsDisclosure } from '../common.ts';
import { mapOf } from '../forms.ts';
import { AGENT_TOOLS } from './tools.ts';

const JsonSchema = mapOf(Type.Unknown(), { description: 'JSON Schema 2020-12.' });

export const AgentToolDescription = Type.Object(
  {
    name: Type.Enum([...AGENT_TOOLS], { type: 'string' }),
    title: Type.String(),
    description: Type.String({ description: 'When to use the tool, and what it does not do.' }),
    input_schema: JsonSchema,
    output_schema: JsonSchema,
  },
  { description: 'An agent tool. No tool changes anything; evaluate_policy keeps each of its decisions.' },
);
export type AgentToolDescription = Static<typeof AgentToolDescription>;

export const AgentPromptDescription = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    description: Type.String(),
    arguments: Type.Array(
      Type.Object({ name: Type.String(), description: Type.String(), required: Type.Boolean() }),
    ),
  },
  { description: 'A prompt template, available as a prompt in the Model Context Protocol.' },
);
export type AgentPromptDescription = Static<typeof AgentPromptDescription>;

export const AgentManifest = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    version: Type.String(),
    description: Type.String(),
    stage: Type.Literal('controlled_pilot'),
    registration: Type.Literal('pending', {
      description: 'The endpoint is not listed in a public registry yet.',
    }),
    endpoint: Type.String({ format: 'uri' }),
    authentication: Type.Object({
      type: Type.Literal('api_key'),
      header: Type.Literal('x-api-key'),
      requirements: Type.Array(Type.String(), { description: 'All requirements must be met.' }),
      how_to_apply: Type.String(),
    }),
    doors: Type.Array(
      Type.Object({ name: Type.Enum(['plain', 'mcp'], { type: 'string' }), description: Type.String() }),
    ),
    tools: Type.Array(AgentToolDescription),
    prompts: Type.Array(AgentPromptDescription),
    mcp_protocol_versions: Type.Array(Type.String(), { description: 'Newest first.' }),
    documentation_url: Type.String({ format: 'uri' }),
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'AgentManifest',
    description: 'Describes the agent tools and how to use them. Members may be added.',
  },
);
export type AgentManifest = Static<typeof AgentManifest>;
