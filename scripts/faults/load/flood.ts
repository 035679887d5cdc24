// Sends keyed and public reads to all nodes as fast as it can, and reads every answer.
//   node flood.ts API_KEY NODE_URL...

import { Agent, request } from 'undici';

const CONNECTIONS = 200;
const [apiKey = '', ...nodes] = process.argv.slice(2);
const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
const PATHS = ['/api/v1/scores?limit=20', '/', '/api/v1/scores?sort=-score', '/api/public/scores'];

async function ask(turn: number): Promise<void> {
  for (let at = turn; ; at += 1) {
    await request(`${nodes[at % nodes.length]}${PATHS[at % PATHS.length]}`, {
      dispatcher: agent,
      headers: { 'x-api-key': apiKey },
    }).then(
      ({ body }) => body.dump(),
      // Refused connections are an answer too; without a pause, this process would only ask again.
      () => new Promise((resolve) => setTimeout(resolve, 5)),
    );
  }
}

await Promise.all(Array.from({ length: CONNECTIONS * nodes.length }, (_, turn) => ask(turn)));
