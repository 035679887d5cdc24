// GET /clients/: the client packages, and how to install them.

import { guideFrame } from './guides/frame.ts';
import { type Html, html } from './html.ts';
import { countInWords } from './page-words.ts';
import type { Site } from './site.ts';

export interface ClientPackage {
  file: string;
  language: string;
  name: string;
  version: string;
  size: number;
  sha256: string;
}

export function clientsPage(site: Site, packages: readonly ClientPackage[]): Html {
  return guideFrame(site, {
    name: null,
    title: 'Client packages',
    description:
      'Install the clients for JavaScript and Python, and the command line, from this service, without a public registry.',
    canonical: '/clients/',
    article: html`<p class="kicker"><a href="/docs">Guides</a></p>
<h1>Client packages</h1>
<p class="lead">Install the clients from this service. They fit its version, and nothing has to be on a public registry.</p>
${packages.length === 0 && html`<p>The packages were not built. The operator of this service can build them with <code>npm run build</code>.</p>`}
${packages.map((each) => section(site, each))}`,
  });
}

function section({ baseUrl }: Site, { file, language, name, version, size, sha256 }: ClientPackage): Html {
  const { install, guide } = HOW[kindOf({ file, name })];
  return html`<h2>${language}</h2>
<div class="code"><pre><code>${install} ${baseUrl}/clients/${file}</code></pre></div>
<dl class="facts">
<dt>Package</dt><dd><code>${name}</code> ${version}, <a href="${guide}">how to use it</a></dd>
<dt>File</dt><dd><a href="/clients/${file}" download><code>${file}</code></a>, ${countInWords(Math.ceil(size / 1024))} KB</dd>
<dt>SHA-256</dt><dd><code>${sha256}</code></dd>
</dl>
`;
}

const HOW = {
  python: { install: 'python3 -m pip install', guide: '/docs/python' },
  javascript: { install: 'npm install', guide: '/docs/javascript' },
  commandLine: { install: 'npm install --global', guide: '/docs/console#rf-without-the-repository' },
} as const;

function kindOf({ file, name }: Pick<ClientPackage, 'file' | 'name'>): keyof typeof HOW {
  if (file.endsWith('.whl')) return 'python';
  return name.endsWith('/cli') ? 'commandLine' : 'javascript';
}
