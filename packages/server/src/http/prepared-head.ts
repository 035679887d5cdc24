// Sends the head of a response of which most was written beforehand, as text. `writeHead` checks each header of each response
// anew; here, only those that differ from one response to the next are checked.

import type { ServerResponse } from 'node:http';
import { ServerResponse as NodeResponse } from './node-http.ts';

/** Part of Node's own classes, and of no documentation: `prepared-head.test.ts` compares what both ways send. */
interface StoresHeader {
  _storeHeader(firstLines: string, headers: readonly string[]): void;
}

const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http');
const prototype = NodeResponse.prototype as ServerResponse & Partial<StoresHeader>;

/** Status line and headers, each with its end of line. Headers alternate with their values. */
export function headText(headers: readonly string[]): string {
  const lines = ['HTTP/1.1 200 OK\r\n'];
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value] = [headers[at]!, headers[at + 1]!];
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lines.push(`${name}: ${value}\r\n`);
  }
  // Joined, because a text that was added up is kept in its parts.
  return lines.join('');
}

/** `more` has the length of the body, which decides how Node ends the response. */
export function writePreparedHead(
  response: ServerResponse,
  { head, headers }: { head: string; headers: readonly string[] },
  more: readonly string[],
): void {
  const storing = response as ServerResponse & StoresHeader;
  // Another `writeHead` is that of an export or of a test, and wants to see all headers.
  if (response.writeHead !== prototype.writeHead || prototype._storeHeader === undefined) {
    response.writeHead(200, [...headers, ...more]);
    return;
  }
  response.statusCode = 200;
  response.statusMessage = 'OK';
  storing._storeHeader(head, more);
}
