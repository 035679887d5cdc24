// A client that sends requests at a fixed rate, however slowly they are answered, and measures each from the time at which
// it was due. So a server that stops for a while is charged for every request that would have come meanwhile.
//   node fixed-rate.ts FILE     FixedRate as JSON
// It measures from the first line on its standard input until that ends; then it prints Latencies as JSON.

import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

export interface FixedRate {
  url: string;
  requestsPerSecond: number;
  keys: string[];
  providers: string[];
}

export interface Latencies {
  requests: number;
  /** How many of them were answered with an error. They count like the others. */
  errors: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  p999: number;
  max: number;
}

/** Enough that requests do not wait for a connection while the server stops for a tenth of a second. */
const CONNECTIONS = 256;

async function measure({ url, requestsPerSecond, keys, providers }: FixedRate): Promise<void> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  const latencies: number[] = [];
  const underWay = new Set<Promise<void>>();
  let failure: unknown = null;
  let errors = 0;
  let isEnding = false;
  let measuredFrom = Number.POSITIVE_INFINITY;
  process.stdin
    .resume()
    .once('data', () => {
      measuredFrom = performance.now();
    })
    .on('end', () => {
      isEnding = true;
    });
  const send = async (number: number, due: number, isMeasured: boolean) => {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: `/api/v1/scores/${providers[(number * 7919) % providers.length]}`,
      headers: { 'x-api-key': keys[number % keys.length]! },
    });
    await body.dump({ limit: Number.POSITIVE_INFINITY });
    if (!isMeasured) return;
    latencies.push(performance.now() - due);
    if (statusCode !== 200) errors += 1;
  };
  const interval = 1000 / requestsPerSecond;
  const begun = performance.now();
  for (let number = 0; !isEnding && failure === null; ) {
    for (let due = begun + number * interval; due <= performance.now(); due = begun + number * interval) {
      const request: Promise<void> = send(number, due, due >= measuredFrom)
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => underWay.delete(request));
      underWay.add(request);
      number += 1;
    }
    // A timer would be up to a millisecond late, and this process has a core for itself.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(underWay);
  await pool.close();
  if (failure !== null) throw failure;
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]!;
  const measured: Latencies = {
    requests: latencies.length,
    errors,
    p50: at(0.5),
    p99: at(0.99),
    p999: at(0.999),
    max: at(1),
  };
  console.log(JSON.stringify(measured));
}

if (import.meta.main) await measure(JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as FixedRate);
