// Prints the result of a replay or verification: one verdict per file, followed by its checks.

import type { Report } from '@rf-indicators/engine';
import type { Terminal } from '../terminal.ts';

export interface FileReport<Fault extends string> extends Report<Fault> {
  file: string;
}

export function printReports<Fault extends string>(
  reports: readonly FileReport<Fault>[],
  json: boolean,
  yes: string,
  terminal: Terminal,
): void {
  if (json) {
    terminal.out(JSON.stringify(reports, null, 2));
    return;
  }
  for (const { file, ok, fault, verification_id, checks } of reports) {
    const verdict = ok ? yes : `REFUSED (${fault})`;
    terminal.out([verdict, ...(verification_id === null ? [] : [verification_id]), file].join('  '));
    for (const { ok: held, check, detail } of checks) {
      terminal.out(`  ${held ? 'ok  ' : 'FAIL'} ${check}: ${detail}`);
    }
  }
}
