// A peer that sends the bytes of one of our answers: plain node:http.

import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { scratch } from '../../world/worlds.ts';
import { type RunningServer, startOnCore } from '../processes.ts';

export interface Answer {
  /** Names and values in turn, without those that every server adds itself. */
  headers: string[];
  body: Buffer;
}

export async function answerOf(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const asked = request(url, { headers }).end();
  const [response] = await once(asked, 'response');
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  const own = (response.rawHeaders as string[]).filter(
    (_, at, all) => !/^(date|connection|keep-alive)$/i.test(all[at - (at % 2)]!),
  );
  return { headers: own, body: await buffer(response) };
}

/** Answers every request with the same headers and body, from memory. */
export function startRawServer({ headers, body }: Answer): Promise<RunningServer> {
  const file = path.join(mkdtempSync(path.join(scratch(), 'raw-')), 'answer.json');
  writeFileSync(file, JSON.stringify({ headers, body: body.toString('base64') }));
  return startOnCore([process.execPath, fileURLToPath(new URL('raw-server.ts', import.meta.url)), file]);
}
