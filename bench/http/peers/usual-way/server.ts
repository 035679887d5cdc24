// The peer "the usual way": what a team would write for GET /api/v1/scores/{id} with Fastify, PostgreSQL and Redis. Each
// request checks its key in the database, counts in Redis, reads a row and makes JSON from it. It has a pool of
// connections, prepared statements, a schema for the response, and pipelined commands to Redis.
//   node server.ts FILE     { "databaseUrl", "redisUrl", "columns": ScoreColumn[] }

import { readFileSync } from 'node:fs';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import pg from 'pg';
import { hashOfKey, type ScoreColumn } from './tables.ts';

declare module 'fastify' {
  interface FastifyRequest {
    apiKey: { id: string; tier: string } | null;
  }
}

const POOL_SIZE = 10;
const REQUESTS_PER_HOUR = 10_000;

const settings = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as {
  databaseUrl: string;
  redisUrl: string;
  columns: ScoreColumn[];
};
const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: POOL_SIZE });
const redis = new Redis(settings.redisUrl, { enableAutoPipelining: true });

const KEY_QUERY = {
  name: 'key',
  text: `select api_keys.id, workspaces.tier from api_keys join workspaces on workspaces.id = api_keys.workspace_id
    where key_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
};
const SCORE_QUERY = {
  name: 'score',
  text: `select ${settings.columns.map(({ table, name }) => `${table}.${name}`).join(', ')}
    from scores join providers on providers.id = scores.provider_id where scores.provider_id = $1`,
};

const JSON_TYPES = {
  text: { type: ['string', 'null'] },
  'double precision': { type: ['number', 'null'] },
  boolean: { type: 'boolean' },
  jsonb: {},
} as const;
const response = {
  200: {
    type: 'object',
    properties: Object.fromEntries(settings.columns.map(({ name, type }) => [name, JSON_TYPES[type]])),
  },
};

async function authenticate(request: FastifyRequest): Promise<void> {
  const key = request.headers['x-api-key'];
  const rows =
    typeof key === 'string' ? (await pool.query({ ...KEY_QUERY, values: [hashOfKey(key)] })).rows : [];
  if (rows.length === 0) throw Object.assign(new Error('Unknown API key'), { statusCode: 401 });
  request.apiKey = rows[0];
}

const app = Fastify();
app.decorateRequest('apiKey', null);
app.addHook('onRequest', authenticate);
await app.register(rateLimit, {
  redis,
  max: REQUESTS_PER_HOUR,
  timeWindow: '1 hour',
  hook: 'preHandler',
  keyGenerator: (request) => request.apiKey!.id,
});
app.get<{ Params: { id: string } }>(
  '/api/v1/scores/:id',
  { schema: { response } },
  async (request, reply) => {
    const { rows } = await pool.query({ ...SCORE_QUERY, values: [request.params.id] });
    if (rows.length === 0) return reply.code(404).send({ title: 'No such provider' });
    return reply.header('cache-control', 'private, max-age=60').send(rows[0]);
  },
);
console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
