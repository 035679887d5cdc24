// The two kinds of request body at /api/mcp (a plain tool call and an MCP message) and their responses.

import { Type } from '../../type.ts';
import { mapOf } from '../forms.ts';
import { AgentToolCall, AgentToolResult } from './tools.ts';

export const JsonRpcMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String(), Type.Number()])),
    method: Type.Optional(Type.String()),
    params: Type.Optional(mapOf(Type.Unknown())),
  },
  {
    description: 'A Model Context Protocol message. Send one message per request; batches are not supported.',
  },
);

export const JsonRpcResponse = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()])),
    result: Type.Optional(mapOf(Type.Unknown())),
    error: Type.Optional(
      Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Optional(Type.Unknown()) }),
    ),
  },
  { description: 'A Model Context Protocol response: a result or an error.' },
);

export const AgentCallBody = Type.Union([AgentToolCall, JsonRpcMessage], {
  $id: 'AgentCallBody',
  description: 'A plain tool call or a Model Context Protocol message.',
});

export const AgentCallAnswer = Type.Union([AgentToolResult, JsonRpcResponse], {
  $id: 'AgentCallAnswer',
  description: 'The response, in the same form as the request.',
});
