// python/METHODS.md: the methods of both clients in one table.

import { OPERATIONS } from '@rf-indicators/contract';
import { keySentence } from '../key-sentence.ts';
import type { Method } from './operations.ts';

export function methodsPage(methods: readonly Method[]): string {
  const rows = methods.map(({ operation, name, pages }) => [
    [name, ...(pages ? [pages.iterator] : [])].map((each) => `\`${each}\``).join(', '),
    operation.summary,
    keySentence(operation),
  ]);
  const callTool = ['`call_tool`', 'Call an agent tool', 'Requires an API key of the agent pilot.'];
  const evaluate = [
    '`evaluate`, `policy_bundle`',
    'Decide by a policy, through the service or inside the client',
    keySentence(OPERATIONS.evaluate),
  ];
  const table = [['method', 'what it does', 'API key'], ...[...rows, evaluate, callTool]];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = table;
  return [
    '<!-- Generated from packages/contract by "npm run generate". Do not edit. -->',
    '',
    '# Methods of the Python clients',
    '',
    '`RfClient` and `RfAsyncClient` have the same methods. In `RfAsyncClient`, await every method except the `iter_`',
    'methods, which you use with `async for`. The docstrings describe all parameters.',
    '',
    line(head!),
    line(widths.map((width) => '-'.repeat(width))),
    ...body.map(line),
    '',
    'The functions that recompute and verify need no client and no network. They are in `rf_indicators.replay`: `replay` and',
    '`verify` take what `get_computation` returns, and `verify_confirmation` takes a confirmation.',
    '',
  ].join('\n');
}
