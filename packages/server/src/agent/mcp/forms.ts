// Answers in the forms of JSON-RPC, for what never reaches the library.

export interface RpcAnswer {
  status: number;
  /** JSON text; null for an answer without a body. */
  body: string | null;
}

/** We send nothing by ourselves, so there is nothing to subscribe to. */
export const NOT_FOUND_METHODS: ReadonlySet<unknown> = new Set(['subscriptions/listen']);

export function refusal(status: number, code: number, message: string, to?: unknown): RpcAnswer {
  const { id } = (to ?? {}) as { id?: unknown };
  const echoed = typeof id === 'string' || typeof id === 'number' ? id : null;
  return { status, body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: echoed }) };
}
