// Loads and validates the prompt templates in prompts/: the responses each takes, the fields it reads, and its text.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { OPERATIONS, type OperationId } from '@rf-indicators/contract';
import {
  type Node,
  parseTemplate,
  renderNodes,
  TemplateError,
  templateSection,
  type Use,
  usesOf,
} from '@rf-indicators/contract/prompts';
import { parse } from 'yaml';

export { TemplateError } from '@rf-indicators/contract/prompts';

const FOLDER = fileURLToPath(new URL('../../../../../prompts/', import.meta.url));
const SECTIONS = ['Prompt', 'Example input', 'A good answer'] as const;

export interface PromptInput {
  name: string;
  /** The operation that returns the response. */
  operation: OperationId;
  /** Whether it is a list of such responses. */
  many: boolean;
  /** Files below prompts/, each with one response. */
  examples: string[];
}

export interface PromptTemplate {
  name: string;
  title: string;
  purpose: string;
  inputs: PromptInput[];
  /** Exactly the fields that the text reads: score.risk_band, scores[].name. */
  reads: string[];
  uses: Use[];
  nodes: Node[];
  /** The text before it is filled in. */
  prompt: string;
  /** What a good answer contains, as Markdown. */
  goodAnswer: string;
}

/** All templates, sorted by name. Invalid templates are refused here, so that none fails when it is requested. */
export function loadTemplates(folder: string = FOLDER): PromptTemplate[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) => {
      try {
        return readTemplate(file.slice(0, -'.md'.length), readFileSync(path.join(folder, file), 'utf8'));
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        throw new TemplateError(`${file}: ${error.message}`);
      }
    });
}

/** The prompt for the model. Each input is a response of its operation, or a list of responses if `many` is set. */
export function renderTemplate(
  template: PromptTemplate,
  responses: Readonly<Record<string, unknown>>,
): string {
  for (const { name, many } of template.inputs) {
    if (!Object.hasOwn(responses, name))
      throw new TemplateError(`${template.name} requires the input ${name}.`);
    if (Array.isArray(responses[name]) !== many) {
      throw new TemplateError(`${name} must be ${many ? 'a list of responses' : 'one response'}.`);
    }
  }
  return renderNodes(template.nodes, new Map(Object.entries(responses)));
}

export function readTemplate(name: string, text: string): PromptTemplate {
  const [, front, rest] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  if (front === undefined || rest === undefined) throw new TemplateError('The front matter is missing.');
  const fields = parse(front) as Record<string, unknown>;
  if (fields.name !== name) throw new TemplateError('The name differs from the file name.');
  const [prompt, , goodAnswer] = SECTIONS.map((title) => templateSection(rest, title));
  const nodes = parseTemplate(prompt!);
  const template: PromptTemplate = {
    name,
    title: textField(fields, 'title'),
    purpose: textField(fields, 'purpose'),
    inputs: inputsOf(fields.input),
    reads: listOf(fields.reads, 'reads'),
    uses: usesOf(nodes),
    nodes,
    prompt: prompt!,
    goodAnswer: goodAnswer!,
  };
  validateFields(template);
  return template;
}

/** The declared fields and the fields that the text reads must be the same. */
function validateFields({ inputs, reads, uses }: PromptTemplate): void {
  const names = new Set(inputs.map((input) => (input.many ? `${input.name}[]` : input.name)));
  const read = new Set(uses.filter(({ as }) => as !== 'list').map((use) => use.path));
  for (const used of uses) {
    const [first = ''] = used.path.split('.');
    if (!names.has(first) && !names.has(`${first}[]`))
      throw new TemplateError(`${used.path} does not belong to any input.`);
  }
  for (const used of read) {
    if (!reads.includes(used)) throw new TemplateError(`${used} is read, but not listed in reads.`);
  }
  for (const listed of reads) {
    if (!read.has(listed)) throw new TemplateError(`${listed} is listed in reads, but never read.`);
  }
  if (new Set(reads).size !== reads.length) throw new TemplateError('reads lists a field twice.');
}

function inputsOf(value: unknown): PromptInput[] {
  const entries = Object.entries((value ?? {}) as Record<string, Record<string, unknown>>);
  if (entries.length === 0) throw new TemplateError('The template declares no input.');
  return entries.map(([name, { operation, many = false, example }]) => {
    if (!Object.hasOwn(OPERATIONS, String(operation)))
      throw new TemplateError(`${operation} is not an operation.`);
    const examples = many === true ? listOf(example, 'example') : listOf([example], 'example');
    return { name, operation: operation as OperationId, many: many === true, examples };
  });
}

function textField(fields: Record<string, unknown>, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new TemplateError(`The field ${name} is missing.`);
  return value;
}

function listOf(value: unknown, name: string): string[] {
  if (!Array.isArray(value) || value.length === 0 || !value.every((item) => typeof item === 'string')) {
    throw new TemplateError(`${name} must be a list of strings.`);
  }
  return value;
}
