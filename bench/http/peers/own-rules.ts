// The peer "own rules": what a team would write to decide on providers itself, with Fastify and PostgreSQL. Each request checks
// its key in the database, reads the rows of its providers by their primary keys in one query, applies the rules of the policy
// COLUMNS, written by hand, and answers with JSON. It signs and keeps nothing, and counts no requests.
//   node own-rules.ts DATABASE_URL

import Fastify from 'fastify';
import pg from 'pg';
import { hashOfKey } from './usual-way/tables.ts';

const POOL_SIZE = 10;
const VERIFIED_WITHIN_MS = 48 * 60 * 60 * 1000;
const MOST_PROVIDERS = 1000;

interface Row {
  provider_id: string;
  final_score: number;
  risk_band: 'LOW' | 'MEDIUM' | 'ELEVATED' | 'HIGH';
  confidence: number;
  framework_version: string;
  score_verified_at: string;
  stale: boolean;
  yield_max: number | null;
}

interface Decided {
  provider: string;
  decision: 'ALLOW' | 'REVIEW' | 'BLOCK';
  decided_by: string | null;
  sentence: string;
}

const KEY_QUERY = {
  name: 'key',
  text: `select api_keys.id from api_keys join workspaces on workspaces.id = api_keys.workspace_id
    where key_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
};
const ROWS_QUERY = {
  name: 'rows',
  text: `select provider_id, final_score, risk_band, confidence, framework_version, score_verified_at, stale, yield_max
    from scores join providers on providers.id = scores.provider_id where scores.provider_id = any($1)`,
};

const text = { type: 'string' };
const schema = {
  body: {
    type: 'object',
    required: ['providers'],
    properties: { providers: { type: 'array', items: text, minItems: 1, maxItems: MOST_PROVIDERS } },
  },
  response: {
    200: {
      type: 'object',
      properties: {
        decided_at: text,
        providers: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              provider: text,
              decision: text,
              decided_by: { type: ['string', 'null'] },
              sentence: text,
            },
          },
        },
      },
    },
  },
};

function decideOn(provider: string, row: Row | undefined, now: number): Decided {
  const as = (decision: Decided['decision'], decided_by: string | null, sentence: string) => ({
    ...{ provider, decision, decided_by, sentence },
  });
  if (row === undefined) return as('BLOCK', 'rf:unknown', 'No provider is known by this id.');
  const { risk_band, final_score, confidence, yield_max } = row;
  if (risk_band === 'HIGH') return as('BLOCK', 'high_risk', 'The provider is in the band of high risk.');
  if (row.stale) return as('REVIEW', 'rf:stale', 'The score is stale.');
  const age = now - Date.parse(row.score_verified_at);
  if (!(age >= 0 && age <= VERIFIED_WITHIN_MS))
    return as('REVIEW', 'rf:not_verified', 'The score was not verified within 48 hours.');
  if (row.framework_version !== 'RF Framework v1.0')
    return as('REVIEW', 'rf:framework', 'The policy does not name the framework of the score.');
  if (final_score < 50) return as('REVIEW', 'low_score', 'The score is below 50.');
  if (confidence < 0.7) return as('REVIEW', 'weak_evidence', 'The quality of the evidence is below 0.70.');
  if (yield_max !== null && yield_max > 6 && risk_band !== 'LOW')
    return as(
      'REVIEW',
      'high_yield',
      'The product offers more than 6 % a year, and is not in the best band.',
    );
  return as('ALLOW', null, 'No rule of the policy holds.');
}

const pool = new pg.Pool({ connectionString: process.argv[2]!, max: POOL_SIZE });
const app = Fastify();
app.addHook('onRequest', async ({ headers }) => {
  const key = headers['x-api-key'];
  const { rows } =
    typeof key === 'string' ? await pool.query({ ...KEY_QUERY, values: [hashOfKey(key)] }) : { rows: [] };
  if (rows.length === 0) throw Object.assign(new Error('Unknown API key'), { statusCode: 401 });
});
app.post<{ Body: { providers: string[] } }>('/api/v1/evaluate', { schema }, async ({ body }) => {
  const { rows } = await pool.query<Row>({ ...ROWS_QUERY, values: [body.providers] });
  const byProvider = new Map(rows.map((row) => [row.provider_id, row]));
  const now = Date.now();
  return {
    decided_at: new Date(now).toISOString(),
    providers: body.providers.map((provider) => decideOn(provider, byProvider.get(provider), now)),
  };
});
console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
