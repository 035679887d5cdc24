// GET /llms.txt: the guides for language models, in the form of llmstxt.org.

import type { Site } from '../pages/site.ts';
import { GUIDE_GROUPS } from './contents.ts';

const ABOUT =
  'Risk indicators for providers of digital-credit products. A score ranges from 0.00 to 100.00, and higher is safer. Every ' +
  'score can be recomputed from its package, is signed, and is recorded in a tamper-evident log. An indicator is not a ' +
  'probability of default, a credit rating or advice.';

export function llmsText({
  name,
  baseUrl,
  disclosure,
}: Pick<Site, 'name' | 'baseUrl' | 'disclosure'>): string {
  const groups = GUIDE_GROUPS.map(({ title, guides }) => {
    const lines = guides.map(
      (guide) => `- [${guide.label}](${baseUrl}/docs/${guide.name}.md): ${guide.about}`,
    );
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  const reference = [
    `- [OpenAPI document of the API](${baseUrl}/api/openapi.json): every operation, with real responses as examples`,
    `- [OpenAPI document of the console](${baseUrl}/api/console/openapi.json): what members and staff can do`,
    `- [Agent tools](${baseUrl}/api/mcp): the manifest of the tools for agents`,
    `- [Headline scores](${baseUrl}/api/public/scores): the current scores of all providers, without a key`,
  ];
  return `# ${name}

> ${ABOUT}

${disclosure}

${groups.join('\n\n')}

## Reference

${reference.join('\n')}
`;
}
