// The prompt templates as MCP prompts: the caller names providers, and the template is filled with the API responses
// about them.

import { loadTemplates, type PromptTemplate } from '../../rendering/prompts/templates.ts';

export interface AgentPrompt {
  name: string;
  title: string;
  purpose: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
  template: PromptTemplate;
}

const ONE_PROVIDER = { name: 'provider_name', description: 'The provider to write about.', required: true };
const SEVERAL_PROVIDERS = {
  name: 'provider_names',
  description: 'The providers to write about: 1 to 10 names, separated by semicolons.',
  required: true,
};

export function agentPrompts(): AgentPrompt[] {
  return loadTemplates().map((template) => {
    const { name, title, purpose } = template;
    return {
      name,
      title,
      purpose,
      arguments: [takesMany(template) ? SEVERAL_PROVIDERS : ONE_PROVIDER],
      template,
    };
  });
}

function takesMany({ inputs }: PromptTemplate): boolean {
  return inputs.some(({ many }) => many);
}
