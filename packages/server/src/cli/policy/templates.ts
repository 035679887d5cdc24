// A policy to begin with, as YAML: what it is for and when not to use it above, each condition on one line.

import { POLICY_TEMPLATES, type PolicyTemplate } from '@rf-indicators/contract/policy-templates';

const WIDTH = 120;
const IN_ONE_LINE: readonly string[] = ['when', 'frameworks'];

export const TEMPLATE_NAMES = Object.keys(POLICY_TEMPLATES) as PolicyTemplate[];

export async function templateText(name: PolicyTemplate): Promise<string> {
  const { Document, isCollection, isScalar, visit } = await import('yaml');
  const { purpose, not_when, document } = POLICY_TEMPLATES[name];
  const written = new Document(document);
  visit(written, {
    Pair: (_, { key, value }) => {
      if (isCollection(value) && isScalar(key) && IN_ONE_LINE.includes(String(key.value))) value.flow = true;
    },
  });
  const comment = [...wrapped(purpose), ...wrapped(not_when)].map((line) => `# ${line}\n`).join('');
  return comment + written.toString({ lineWidth: 0, flowCollectionPadding: true }).trimEnd();
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && `${line} ${word}`.length <= WIDTH - 2) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}
