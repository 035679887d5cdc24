// axe-core, with the rules of WCAG 2.2 at level AA and its own best practices.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '../../../../../test/support/chromium.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Half a megabyte: a tab gets it once, and a page reads it when it is looked at. */
export const AXE_SCRIPT = `globalThis.readAxe = () => {\n${AXE}\n};`;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  id: string;
  help: string;
  nodes: { html: string }[];
}

/** Rows of a table after the first `rows` repeat their findings. */
export async function axeFindings(page: Page, rows: number): Promise<string[]> {
  const options = JSON.stringify({ runOnly: RULES, resultTypes: ['violations'], preload: false });
  const looked = Number.isFinite(rows)
    ? JSON.stringify({ exclude: [`tbody tr:nth-child(n + ${rows + 1})`] })
    : 'document';
  const violations = (await page.evaluate(
    `readAxe(), axe.run(${looked}, ${options}).then(({ violations }) => violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => ({ html })) })))`,
  )) as Violation[];
  return violations.map(
    ({ id, help, nodes }) =>
      `axe: ${help} (${id}), ${nodes.length} times, first ${nodes[0]!.html.slice(0, 160)}`,
  );
}
