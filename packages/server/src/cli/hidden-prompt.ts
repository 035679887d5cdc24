// Asks for a secret without showing what is typed.

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadStream } from 'node:tty';

/** Reads to the end where the input is not a terminal, as in a script. Empty if the person gave up. */
export function readSecret(
  input: ReadStream | NodeJS.ReadStream,
  output: NodeJS.WritableStream,
  prompt: string,
): Promise<string> {
  if (!input.isTTY) return text(input);
  output.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => {
      output.write('\n');
      resolve('');
    });
  });
}
