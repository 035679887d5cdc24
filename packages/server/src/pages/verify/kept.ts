// GET /verify/{id}/keep.html: the file that a reader keeps.

import { readFile } from 'node:fs/promises';
import type { SigningKeys, Verification } from '@rf-indicators/contract';
import type { FastifyInstance } from 'fastify';
import { type Body, plainBytes } from '../../rendering/body.ts';
import { notPublishedPage } from '../../rendering/pages/verify/ask.ts';
import { readId } from '../../rendering/pages/verify/id.ts';
import { notCheckedPage } from '../../rendering/pages/verify/not-checked.ts';
import { FONTS } from '../assets.ts';
import { builtText } from '../built-files.ts';
import type { PageDependencies } from '../dependencies.ts';
import { cachePerBody } from '../page-cache.ts';
import { jsonOf, readPublished } from '../read-published.ts';
import { pageBody, respondDownload, respondPageNotFound, respondRefusedPage } from '../respond-page.ts';
import { readProof } from './read-proof.ts';

const STYLES = [
  'tokens',
  'base',
  'shell',
  'text',
  'tables',
  'fields',
  'bands',
  'verify',
  'verify-tools',
  'narrow',
];

interface Parts {
  styles: string;
  script: string;
}

export function addKept(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site } = dependencies;
  let parts: Promise<Parts> | null = null;
  const cachedFile = cachePerBody(async (proof) => {
    parts ??= readParts();
    return render(dependencies, proof, await parts);
  });

  app.get<{ Params: { id: string } }>('/verify/:id/keep.html', async (request, reply) => {
    const { id: typed } = request.params;
    const id = readId(typed);
    if (id === null) return respondPageNotFound(request, reply, notPublishedPage(site, typed, false));
    const proof = await readProof(dependencies, id);
    if (proof === 'unknown') return respondPageNotFound(request, reply, notPublishedPage(site, id, true));
    if (proof === 'unavailable') return respondRefusedPage(request, reply, 503, notCheckedPage(site, id));
    return respondDownload(request, reply, await cachedFile(proof), `${id}.html`);
  });
}

async function render(
  dependencies: PageDependencies,
  source: Body,
  { styles, script }: Parts,
): Promise<Body> {
  const { clock, site, witnesses } = dependencies;
  const keys = await readPublished(dependencies, 'listSigningKeys', {});
  if ('problem' in keys) throw new Error(`The signing keys cannot be read: ${keys.problem}`);
  const { keptPage } = await import('../../rendering/pages/verify/kept-page.ts');
  const madeAt = Math.floor(clock());
  const page = keptPage({
    proof: jsonOf<Verification>(source),
    proofText: textOf(source),
    keysText: JSON.stringify({ data: jsonOf<SigningKeys>(keys).data }),
    witnesses: witnesses.map(({ text }) => text),
    styles,
    script,
    madeAt,
    site,
  });
  return pageBody(page, madeAt);
}

function textOf(body: Body): string {
  return Buffer.from(plainBytes(body)).toString('utf8');
}

async function readParts(): Promise<Parts> {
  const script = await builtText('kept/checker.js');
  if (script === null) throw new Error('The program of kept files is not built. Run npm run build.');
  const files = STYLES.map((name) =>
    readFile(new URL(`../assets/styles/${name}.css`, import.meta.url), 'utf8'),
  );
  return { styles: [await ownFonts(), ...(await Promise.all(files))].join('\n'), script };
}

/** Our fonts inside the file itself: it may load nothing. */
async function ownFonts(): Promise<string> {
  const faces = FONTS.map(async ({ family, weight, file }) => {
    const bytes = await readFile(file);
    return `@font-face { font-family: "${family}"; font-weight: ${weight}; src: url("data:font/woff2;base64,${bytes.toString('base64')}") format("woff2"); }`;
  });
  return (await Promise.all(faces)).join('\n');
}
