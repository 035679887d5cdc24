// Every read operation of the OpenAPI document, with every parameter that the document lists.

import type { Client, Exchange, Request } from './client.ts';
import type { ListedOperation, Parameter } from './document.ts';
import { pathValues, queryValues } from './values.ts';
import type { World, WorldProvider } from './world.ts';

const PAGES_AT_MOST = 50;
/** For so many values of a path, parameters are also combined and given wrong values. */
const COMBINED = 2;

export class Reads {
  readonly #client: Client;
  readonly #world: World;
  /** The name of the key to read with. */
  readonly #key: string;

  constructor(client: Client, world: World, key: string) {
    this.#client = client;
    this.#world = world;
    this.#key = key;
  }

  async ask(operation: ListedOperation): Promise<void> {
    const paths = this.pathsOf(operation);
    for (const [index, path] of paths.valid.entries()) {
      await this.#askPath(operation, path, index < COMBINED);
    }
    for (const path of paths.invalid) await this.#read(operation, path, []);
  }

  /** The path with each value of its parameter; itself where it has none. */
  pathsOf({ path, pathParameters }: ListedOperation): { valid: string[]; invalid: string[] } {
    const [parameter, ...more] = pathParameters;
    if (parameter === undefined) return { valid: [path], invalid: [] };
    if (more.length > 0) throw new Error(`${path} has more than one parameter: say here how to ask for it.`);
    const fill = (value: string) => path.replace(`{${parameter.name}}`, value);
    const { valid, invalid } = pathValues(parameter, this.#world);
    return { valid: valid.map(fill), invalid: invalid.map(fill) };
  }

  async #askPath(operation: ListedOperation, path: string, combined: boolean): Promise<void> {
    const { queryParameters } = operation;
    const provider = this.#world.providers.find(
      ({ id, slug }) => path.includes(id) || path.includes(`/${slug}`),
    );
    await this.#read(operation, path, []);
    // What an answer says of being kept may change when it is asked for again.
    await this.#read(operation, path, []);
    for (const [index, parameter] of queryParameters.entries()) {
      const { valid, invalid } = queryValues(parameter, this.#world, provider);
      for (const value of valid) {
        await this.#readPages(operation, path, [[parameter.name, value]]);
        if (!combined) continue;
        await this.#read(operation, path, [[parameter.name, value]]);
        for (const other of queryParameters.slice(index + 1)) {
          await this.#combine(operation, path, [parameter.name, value], other, provider);
        }
      }
      if (!combined) continue;
      for (const value of invalid) await this.#read(operation, path, [[parameter.name, value]]);
      const twice: Query = [valid, invalid].map((values) => [parameter.name, values.at(-1)!]);
      await this.#read(operation, path, twice);
    }
    if (combined) await this.#read(operation, path, [['no_such_parameter', '1']]);
  }

  async #combine(
    operation: ListedOperation,
    path: string,
    first: readonly [string, string],
    second: Parameter,
    provider: WorldProvider | undefined,
  ): Promise<void> {
    for (const value of queryValues(second, this.#world, provider).valid) {
      await this.#readPages(operation, path, [first, [second.name, value]]);
    }
  }

  /** From the first page to the last; a cursor of the first is also tried in a request that it was not made for. */
  async #readPages(operation: ListedOperation, path: string, query: Query): Promise<void> {
    let exchange = await this.#read(operation, path, query);
    for (let page = 1; page < PAGES_AT_MOST; page += 1) {
      const cursor = nextCursor(exchange);
      if (cursor === null) return;
      if (page === 1) {
        await this.#read(operation, path, [['cursor', cursor]]);
        await this.#read(operation, path, [...query, ['cursor', `${cursor}A`]]);
      }
      exchange = await this.#read(operation, path, [...query, ['cursor', cursor]]);
    }
  }

  #read({ id, isKeyed }: ListedOperation, path: string, query: Query): Promise<Exchange> {
    const search = query.map(([name, value]) => `${name}=${value}`).join('&');
    const request: Request = { operation: id, target: search === '' ? path : `${path}?${search}` };
    return this.#client.ask(isKeyed ? { ...request, key: this.#key } : request);
  }
}

type Query = readonly (readonly [name: string, value: string])[];

function nextCursor({ status, text }: Exchange): string | null {
  if (status !== 200 || !text?.includes('"next_cursor"')) return null;
  return (JSON.parse(text) as { next_cursor?: string | null }).next_cursor ?? null;
}
