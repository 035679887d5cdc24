// Worker thread that reads the script of the API reference from its npm package, and exits. The package offers the
// script only as a route, and loads a parser and an HTTP client that the service does not need otherwise. In a worker
// thread, their memory is freed once the script is read, and no request waits while they load.

import { parentPort, workerData } from 'node:worker_threads';
import apiReference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { buffersOf, compressAll, prepareBody } from '../../rendering/body.ts';

const app = Fastify();
await app.register(apiReference, { routePrefix: '/', configuration: { url: '/' } });
const { statusCode, rawPayload } = await app.inject('/js/scalar.js');
if (statusCode !== 200)
  throw new Error(`The API reference package did not return its script: status ${statusCode}`);
const options = {
  lastModified: workerData as number,
  mediaType: 'text/javascript; charset=utf-8',
  hot: true,
};
const body = await compressAll(prepareBody(rawPayload, options));
parentPort!.postMessage(body, buffersOf([body]));
