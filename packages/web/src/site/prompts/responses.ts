// The responses of the API that fill a prompt. Each is asked for once.

export interface NeededInput {
  name: string;
  operation: string;
  many: boolean;
}

const PATHS: Readonly<Record<string, (slug: string) => string>> = {
  getScore: (slug) => `/api/v1/scores/${slug}`,
  getScoreHistory: (slug) => `/api/v1/scores/${slug}/history?limit=20`,
  getScoreChanges: (slug) => `/api/v1/scores/${slug}/changes`,
  getChangelog: () => '/api/public/changelog?limit=50',
};

type ReadResponses = (inputs: readonly NeededInput[]) => Promise<Record<string, unknown>>;

export function readResponses(providers: readonly string[], key: string): ReadResponses {
  const asked = new Map<string, Promise<unknown>>();
  const ask = (path: string) => {
    const known = asked.get(path) ?? get(path, key);
    asked.set(path, known);
    return known;
  };
  return async (inputs) => {
    const responses: Record<string, unknown> = {};
    for (const { name, operation, many } of inputs) {
      const pathOf = PATHS[operation];
      if (pathOf === undefined) throw new Error(`This page cannot ask for ${operation}.`);
      const paths = (many ? providers : providers.slice(0, 1)).map((slug) =>
        pathOf(encodeURIComponent(slug)),
      );
      const found = await Promise.all(paths.map(ask));
      responses[name] = many ? found : found[0];
    }
    return responses;
  };
}

async function get(path: string, key: string): Promise<unknown> {
  const response = await fetch(path, {
    headers: path.startsWith('/api/public/') ? {} : { 'x-api-key': key },
  });
  const body = await response.json();
  if (!response.ok)
    throw new Error(`${body.title ?? 'The request was refused'}: ${body.detail ?? response.status}`);
  return body;
}
