// Benchmark of a person who signs in while 50 strangers try passwords of accounts that do not exist, without a pause: with a
// new browser while the strangers share four addresses, and with one that the account has used before while each has its own.

import { mkdtempSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Form, type Measurement, median, valueAtMost } from '../measurement.ts';
import { reportStep } from '../progress.ts';
import { scratch } from '../world/worlds.ts';
import { startRf } from './processes.ts';

const STRANGERS = 50;
const ROUNDS = 7;
const MOST_SECONDS = 5;
/** How long the person tries again when they are told to. */
const PATIENCE_MS = 60_000;

interface Outcome {
  status: number;
  body: string;
  cookies: string[];
  retryAfter: number;
}

interface SignIn {
  url: string;
  address: string;
  account: { email: string; password: string };
  cookie?: string;
}

export async function signInsBench(form: Form): Promise<Measurement[]> {
  const folder = mkdtempSync(path.join(scratch(), 'demo-'));
  reportStep('making the demo');
  const server = await startRf(['serve', '--demo'], { PORT: '0', RF_DATA_DIR: folder });
  const { url } = server;
  try {
    await server.isIdle();
    const { people } = JSON.parse(readFileSync(path.join(folder, 'demo-credentials.json'), 'utf8'));
    const rounds = form.pick(ROUNDS, 2);
    let addresses = 0;
    const signIns = async (cookie?: string) => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        addresses += 1;
        const address = `127.0.3.${addresses}`;
        times.push(await timeToSignIn({ url, address, account: people[0], ...(cookie && { cookie }) }));
      }
      return times;
    };
    const first = await signIn({ url, address: '127.0.0.1', account: people[0] });
    if (first.status !== 200) throw new Error(`the person cannot sign in: ${first.body}`);
    const known = first.cookies.find((cookie) => cookie.includes('known_browser'))?.split(';')[0];
    const measured: Measurement[] = [];
    for (const [browser, places, cookie] of [
      ['a new browser', 4, undefined],
      ['a browser of the account', STRANGERS, known],
    ] as const) {
      const alone = await signIns(cookie);
      const strangers = letStrangersTry(url, places);
      reportStep(`${STRANGERS} strangers at ${places} addresses`);
      const among = await signIns(cookie);
      const tried = await strangers.stop();
      measured.push(
        valueAtMost(
          `a person signs in with ${browser} while ${STRANGERS} strangers at ${places} addresses try to`,
          { label: browser, value: median(among) / 1000, unit: 's' },
          MOST_SECONDS,
          `${Math.round(median(alone))} ms without them; longest ${Math.round(Math.max(...among))} ms of ${rounds}; the strangers tried ${tried} times meanwhile`,
        ),
      );
    }
    return measured;
  } finally {
    await server.stop();
  }
}

/** In milliseconds, with all attempts until one succeeds. */
async function timeToSignIn(given: SignIn): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const { status, retryAfter, body } = await signIn(given);
    const took = performance.now() - begun;
    if (status === 200 || took > PATIENCE_MS) return took;
    if (status !== 429 && status !== 503) throw new Error(`the person cannot sign in: ${body}`);
    await wait(retryAfter * 1000);
  }
}

function letStrangersTry(url: string, places: number): { stop(): Promise<number> } {
  let isOver = false;
  let tried = 0;
  const all = Array.from({ length: STRANGERS }, async (_, number) => {
    while (!isOver) {
      tried += 1;
      const account = { email: `nobody-${tried}@strangers.example`, password: `wrong password ${tried}` };
      await signIn({ url, address: `127.0.2.${1 + (number % places)}`, account });
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(all);
      return tried;
    },
  };
}

/** From the given address of this machine, on a connection of its own. */
function signIn({ url, address, account, cookie }: SignIn): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/api/auth/sign-in/email`,
      {
        method: 'POST',
        localAddress: address,
        agent: new Agent({ keepAlive: false }),
        headers: { 'content-type': 'application/json', origin: url, ...(cookie && { cookie }) },
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text) => {
          body += text;
        });
        response.on('end', () => {
          const { statusCode, headers } = response;
          const retryAfter = Number(headers['retry-after'] ?? 1);
          resolve({ status: statusCode!, body, cookies: headers['set-cookie'] ?? [], retryAfter });
        });
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(account));
  });
}
