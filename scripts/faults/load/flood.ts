// Sends keyed and public reads to all nodes as fast as it can, and reads every answer. Once a second it prints what came of
// them, as JSON.
//   node flood.ts API_KEY PROVIDER NODE_URL...

import { Agent, request } from 'undici';

export interface FloodCounts {
  /** Answers in all, whatever their status. */
  answers: number;
  failed: number;
  /** Reads with the key that were accepted. */
  accepted: number;
}

const CONNECTIONS = 200;
const [apiKey = '', provider = '', ...nodes] = process.argv.slice(2);
const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
/** Without limits, except for the last one. */
const PATHS = ['/', '/methodology', '/api/openapi.json', `/api/v1/scores/${provider}`];
const counts: FloodCounts = { answers: 0, failed: 0, accepted: 0 };

async function ask(turn: number): Promise<void> {
  for (let at = turn; ; at += 1) {
    const path = PATHS[at % PATHS.length]!;
    const isKeyed = path.startsWith('/api/v1/');
    try {
      const { statusCode, body } = await request(`${nodes[turn % nodes.length]}${path}`, {
        dispatcher: agent,
        headers: isKeyed ? { 'x-api-key': apiKey } : {},
      });
      await body.dump();
      counts.answers += 1;
      if (isKeyed && statusCode === 200) counts.accepted += 1;
    } catch {
      counts.failed += 1;
      // Without a pause, this process would only ask again.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

setInterval(() => console.log(JSON.stringify(counts)), 1000);
await Promise.all(Array.from({ length: CONNECTIONS * nodes.length }, (_, turn) => ask(turn)));
