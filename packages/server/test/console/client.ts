// A client of the console and of sign-in. Every answer of the console is compared with its OpenAPI document.

import { Agent } from 'node:http';
import type { ActName } from '@rf-indicators/contract/acts';
import { CONSOLE_OPERATIONS } from '@rf-indicators/contract/console';
import { requireDescribed, send } from '../../../../test/support/api.ts';
import type { Called, OpenApi } from '../../../../test/support/described.ts';
import type { Lifetime } from '../../../../test/support/lifetime.ts';

export interface Credentials {
  token?: string | undefined;
  cookie?: string | undefined;
  /** Sent with every request that has a cookie, unless another is given; null sends none. */
  origin?: string | null;
}

export interface CallOptions extends Credentials {
  headers?: Record<string, string | string[]>;
  body?: unknown;
}

export interface ConsoleClient {
  url: string;
  document: OpenApi;
  call(method: string, path: string, options?: CallOptions): Promise<Called>;
  /** Asks for an act by its method and path. */
  act(name: ActName, input: object, who?: Credentials, headers?: Record<string, string>): Promise<Called>;
  /** Sign-in, which is described in docs/use/identity.md. */
  auth(method: string, path: string, options?: CallOptions): Promise<Called>;
}

const OPERATIONS = new Map(CONSOLE_OPERATIONS.map((operation) => [operation.act, operation]));

export async function consoleClient(url: string, t: Lifetime): Promise<ConsoleClient> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  t.after(() => agent.destroy());
  const ask = (method: string, path: string, options: CallOptions = {}) => {
    const { token, cookie, origin = url, headers = {}, body } = options;
    const all: Record<string, string | string[]> = { ...headers };
    if (token !== undefined) all.authorization = `Bearer ${token}`;
    if (cookie !== undefined) all.cookie = cookie;
    if (cookie !== undefined && origin !== null) all.origin = origin;
    return send(url, agent, method, path, { headers: all, body });
  };
  const document = (await ask('GET', '/api/console/openapi.json')).json as OpenApi;
  const call: ConsoleClient['call'] = async (method, path, options) => {
    const called = await ask(method, path, options);
    requireDescribed(document, method, path, called, false);
    return called;
  };
  return {
    url,
    document,
    call,
    act(name, input, who = {}, headers = {}) {
      const { method, path } = OPERATIONS.get(name)!;
      if (method === 'POST') return call(method, path, { ...who, headers, body: input });
      return call(method, `${path}${queryOf(input)}`, { ...who, headers });
    },
    auth: (method, path, options = {}) => ask(method, `/api/auth${path}`, { cookie: '', ...options }),
  };
}

function queryOf(input: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  return query.size === 0 ? '' : `?${query}`;
}

/** The cookies that an answer sets, as a browser sends them back. */
export function cookiesOf({ headers }: Called): string {
  const set = headers['set-cookie'] ?? [];
  return set
    .filter((one) => !/; max-age=0/i.test(one))
    .map((one) => one.split(';')[0]!)
    .join('; ');
}
