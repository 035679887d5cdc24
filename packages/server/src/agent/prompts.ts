// Prompt templates as the Model Context Protocol offers them: each is a Markdown file that directs a model to the
// fields of an indicator, and is filled in with the answer of a tool.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface PromptTemplate {
  name: string;
  title: string;
  purpose: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
  /** The prompt, with a tool's result (as JSON text) where the template asks for it. */
  render(response: string, given: Readonly<Record<string, string>>): string;
}

const FOLDER = new URL('../../../../prompts/', import.meta.url);
const HEADED = /^---\n(.*?)\n---\n(.*)$/s;

/** None where there is no folder of them. */
export function promptTemplates(folder: URL = FOLDER): PromptTemplate[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return files.sort().flatMap((file) => templateOf(readFileSync(new URL(file, folder), 'utf8')) ?? []);
}

/** null for a file without a head: it is no template. */
function templateOf(text: string): PromptTemplate | null {
  const [, head, body] = HEADED.exec(text) ?? [];
  if (head === undefined || body === undefined) return null;
  const { name, title, purpose, arguments: taken } = parse(head) as Partial<PromptTemplate>;
  if (typeof name !== 'string') return null;
  return {
    name,
    title: title ?? name,
    purpose: purpose ?? '',
    arguments: taken ?? [
      { name: 'provider_name', description: 'The provider to write about.', required: true },
    ],
    render: (response, given) =>
      body.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, place: string) =>
        place === 'response' ? response : (given[place] ?? whole),
      ),
  };
}
