// Worker thread that renders all guides, and exits. The library that reads Markdown is needed once, so its memory is freed
// with the thread, and no request waits while it works.

import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { GUIDES } from '../../rendering/guides/contents.ts';
import { withAddress } from '../../rendering/guides/links.ts';
import { renderGuide } from '../../rendering/guides/markdown.ts';
import { REPOSITORY } from './repository.ts';

const baseUrl = workerData as string;
const rendered = await Promise.all(
  GUIDES.map(async (guide) => {
    const text = await readFile(new URL(guide.file, REPOSITORY), 'utf8');
    return renderGuide(guide, withAddress(text, baseUrl));
  }),
);
parentPort!.postMessage(rendered);
