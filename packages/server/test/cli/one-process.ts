// Runs the commands of a shell in one process, whose folder is that of the shell: starting a process for each command
// would take seconds. `rf` in the shell is a script that sends its arguments to the socket named here.

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { runCommandLine } from '../../src/cli/rf.ts';

// It ends with the test, however that ends.
process.stdin.on('end', () => process.exit()).resume();

/** The script writes its folder for the output, the token and the arguments, each ended by a NUL byte. */
createServer(async (request, response) => {
  const [outputFolder, token, ...args] = (await buffer(request)).toString().split('\0').slice(0, -1);
  const out: Uint8Array[] = [];
  const err: string[] = [];
  const code = await runCommandLine(args, {
    out: (line) => out.push(Buffer.from(`${line}\n`)),
    outBytes: (bytes) => out.push(bytes),
    err: (line) => err.push(`${line}\n`),
    readStdin: async () => '',
    readSecret: async () => '',
    isTerminal: false,
    env: { ...process.env, RF_TOKEN: token },
    now: () => new Date(),
    untilStopped: () => new Promise(() => undefined),
  });
  writeFileSync(path.join(outputFolder!, 'out'), Buffer.concat(out));
  writeFileSync(path.join(outputFolder!, 'err'), err.join(''));
  response.end(String(code));
}).listen(process.argv[2], () => process.stdout.write('listening\n'));
