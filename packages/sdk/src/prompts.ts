// The entry point for prompt templates, apart from the client so that it stays small.

import { fillPrompt as fill, TemplateError } from '@rf-indicators/contract/prompts';
import { InvalidArgumentError } from './errors.ts';

/**
 * Fills a template of the service (`/prompts/NAME.md`) with responses of the API, each under the name that the template gives it.
 * Texts that others wrote are inserted in quotes, so that they cannot read as part of the prompt.
 */
export function fillPrompt(template: string, responses: Readonly<Record<string, unknown>>): string {
  try {
    return fill(template, responses);
  } catch (error) {
    if (error instanceof TemplateError) throw new InvalidArgumentError('responses', error.message);
    throw error;
  }
}
