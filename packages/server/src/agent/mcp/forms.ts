// JSON-RPC responses to messages that are refused before they reach the MCP library.

export interface RpcAnswer {
  status: number;
  /** JSON text; null for a response without a body. */
  body: string | null;
}

/** The server sends no notifications, so there is nothing to subscribe to. */
export const NOT_FOUND_METHODS: ReadonlySet<unknown> = new Set(['subscriptions/listen']);

export function refusal(status: number, code: number, message: string, to?: unknown): RpcAnswer {
  const { id } = (to ?? {}) as { id?: unknown };
  const echoed = typeof id === 'string' || typeof id === 'number' ? id : null;
  return { status, body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: echoed }) };
}
