// How a node is named and reached where no setting says so.

import os from 'node:os';
import type { Address } from './setting-forms.ts';

export function defaultNode(port: number): string {
  return `${os.hostname()}:${port}`;
}

export function baseUrlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Passkeys need a host name, so the demo is at localhost unless its address is set. */
export function demoBaseUrl({ baseUrl, host, port }: Address & { baseUrl: string }): string {
  const isDefault = baseUrl === baseUrlOf(host, port) && ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host);
  return isDefault ? baseUrlOf('localhost', port) : baseUrl;
}
