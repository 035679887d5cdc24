// All settings, read once. Each has a default that suits a machine of one's own.

import path from 'node:path';

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  /** Where the service is reached from outside; absolute URLs in bodies begin with it. */
  baseUrl: string;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const SETTINGS = [
  { name: 'HOST', default: '127.0.0.1', what: 'address to listen on' },
  { name: 'PORT', default: '8080', what: 'port to listen on; 0 takes any free one' },
  { name: 'RF_DATA_DIR', default: './data', what: 'folder that holds everything the service keeps' },
  { name: 'RF_BASE_URL', default: 'http://HOST:PORT', what: 'address that answers and links begin with' },
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(env: Environment): Config {
  const host = env.HOST || '127.0.0.1';
  const port = readPort(env.PORT || '8080');
  return {
    host,
    port,
    dataDir: path.resolve(env.RF_DATA_DIR || './data'),
    baseUrl: env.RF_BASE_URL ? readBaseUrl(env.RF_BASE_URL) : baseUrlOf(host, port),
  };
}

export function baseUrlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port;
  throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`);
}

function readBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash) {
    return url.origin;
  }
  throw new ConfigError(`RF_BASE_URL must be an http or https address without a path, not "${text}".`);
}
