// Takes the reference's script out of the package that ships it, and ends. The package offers it as a route only,
// and brings a parser and an HTTP client that the service has no other use for: on a thread of their own they are
// gone again once the script is read, and nobody waits while they load.

import { parentPort, workerData } from 'node:worker_threads';
import apiReference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { buffersOf, prepareBody } from '../../rendering/body.ts';

const app = Fastify();
await app.register(apiReference, { routePrefix: '/', configuration: { url: '/' } });
const { statusCode, rawPayload } = await app.inject('/js/scalar.js');
if (statusCode !== 200) throw new Error(`The script of the API reference was not given: ${statusCode}`);
const body = await prepareBody(rawPayload, {
  lastModified: workerData as number,
  mediaType: 'text/javascript; charset=utf-8',
  hot: true,
});
parentPort!.postMessage(body, buffersOf([body]));
