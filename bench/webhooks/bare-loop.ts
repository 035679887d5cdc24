// The baseline: a bare loop of signed undici requests.
//   node bare-loop.ts PORT REQUESTS CONCURRENCY BODY_BYTES      prints requests per second

import { createHmac, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';

const [port, requests, concurrency, bodyBytes] = process.argv.slice(2).map(Number);
const key = randomBytes(32);
const decoded = createSecretKey(key);
const whole = createSecretKey(`whsec_${key.toString('base64')}`, 'utf8');
const body = Buffer.alloc(bodyBytes!, 'x');
const dispatcher = new Agent();
let left = requests!;

async function loop(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const id = randomUUID();
    const seconds = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', whole).update(body).digest('hex');
    const standard = createHmac('sha256', decoded).update(`${id}.${seconds}.`).update(body).digest('base64');
    const answer = await request(`http://127.0.0.1:${port}/hook`, {
      dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-rf-event-id': id,
        'x-rf-timestamp': seconds,
        'x-rf-signature': signature,
        'webhook-id': id,
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${standard}`,
      },
      body,
    });
    await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`the receiver answered ${answer.statusCode}`);
  }
}

const begun = performance.now();
await Promise.all(Array.from({ length: concurrency! }, loop));
console.log(requests! / ((performance.now() - begun) / 1000));
await dispatcher.close();
