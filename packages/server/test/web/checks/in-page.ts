// Brings the checks that run in the page to the browser. They are modules with types; the browser gets them as one script.

import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

const MODULES = [
  ...[
    'visible',
    'settled',
    'stillness',
    'tokens',
    'geometry',
    'targets',
    'copy',
    'components',
    'overflow',
    'collisions',
    'focus',
    'contrast',
    'phones',
  ],
];

/** A script that defines `checks`, with everything that the modules export. */
export function inPageScript(): string {
  const exported: string[] = [];
  const bodies = MODULES.map((name) => {
    const source = readFileSync(new URL(`../in-page/${name}.ts`, import.meta.url), 'utf8');
    const script = stripTypeScriptTypes(source);
    for (const [, what] of script.matchAll(/^export (?:async )?function (\w+)/gm)) exported.push(what!);
    return script.replaceAll(/^import .*$/gm, '').replaceAll(/^export /gm, '');
  });
  return `globalThis.checks = (() => {\n${bodies.join('\n')}\nreturn { ${exported.join(', ')} };\n})();\nchecks.watch();`;
}
