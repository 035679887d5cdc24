// Prompt templates: their syntax, and how they are filled. prompts/README.md describes both for authors. The server, the pages
// and the JavaScript client fill them with this code.

import { renderNodes } from './render.ts';
import { parseTemplate, TemplateError } from './syntax.ts';

export { renderNodes } from './render.ts';
export { type Node, parseTemplate, TemplateError, type Use, usesOf } from './syntax.ts';

/** Fills the file of a template with the responses that it needs, each under its name. */
export function fillPrompt(template: string, responses: Readonly<Record<string, unknown>>): string {
  return renderNodes(parseTemplate(promptSection(template)), new Map(Object.entries(responses)));
}

/** The part of the file that is the prompt. */
export function promptSection(template: string): string {
  return templateSection(template, 'Prompt');
}

/** The text below a heading, up to the next heading of the same level. */
export function templateSection(template: string, title: string): string {
  const [, found] = new RegExp(`^## ${title}\\n+(.*?)(?=^## |$(?![\\s\\S]))`, 'ms').exec(template) ?? [];
  if (found === undefined || found.trim() === '') throw new TemplateError(`The section ${title} is missing.`);
  return `${found.trim()}\n`;
}
