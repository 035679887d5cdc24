// GET /prompts, and the file of each template.

import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Body, prepareBody } from '../../rendering/body.ts';
import { promptsPage, type ShownPrompt } from '../../rendering/pages/prompts-page.ts';
import { REPOSITORY } from '../../rendering/repository.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondNotFound } from '../not-found.ts';
import { pageBody, respondPage } from '../respond-page.ts';

const FOLDER = new URL('prompts/', REPOSITORY);

export function addPrompts(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, startedAt } = dependencies;
  let prompts: Promise<ShownPrompt[]> | null = null;
  let page: Body | null = null;
  app.get('/prompts', async (request, reply) => {
    prompts ??= readPrompts();
    page ??= pageBody(promptsPage(site, await prompts), startedAt);
    return respondPage(request, reply, page);
  });
  app.get<{ Params: { file: string } }>('/prompts/:file', async (request, reply) => {
    prompts ??= readPrompts();
    const { file } = request.params;
    if (!(await prompts).some(({ name }) => file === `${name}.md`))
      return respondNotFound(request, reply, dependencies);
    const text = await readFile(new URL(file, FOLDER), 'utf8');
    const options = { lastModified: startedAt, mediaType: 'text/markdown; charset=utf-8' };
    return respondPage(request, reply, prepareBody(text, options));
  });
}

async function readPrompts(): Promise<ShownPrompt[]> {
  // Loaded with the first request, because reading the templates takes a YAML parser.
  const { loadTemplates, renderTemplate } = await import('../../rendering/prompts/templates.ts');
  return Promise.all(
    loadTemplates().map(async (template) => {
      const { name, title, purpose, inputs, reads, prompt } = template;
      const responses: Record<string, unknown> = {};
      for (const { name: input, many, examples } of inputs) {
        const files = await Promise.all(examples.map((file) => readFile(new URL(file, FOLDER), 'utf8')));
        const parsed = files.map((text) => JSON.parse(text));
        responses[input] = many ? parsed : parsed[0];
      }
      const needed = inputs.map(({ name: input, operation, many }) => ({ name: input, operation, many }));
      return {
        name,
        title,
        purpose,
        inputs: needed,
        reads,
        prompt,
        example: renderTemplate(template, responses),
      };
    }),
  );
}
