// npm run inspector: makes every attempt of the inspector's list on a temporary SQLite store, by every path that exists
// for it, and prints what happened. "npm run inspector -- Publishing" makes only those of one subject.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { copySqlite } from '../test/support/templates.ts';
import { pathsOf } from './inspector/attempt.ts';
import { SUBJECTS } from './inspector/attempts.ts';
import { closeBrowser } from './inspector/in-browser.ts';
import { inspect, type Locate } from './inspector/inspect.ts';

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-inspector-'));
  let copies = 0;
  const locate: Locate = (template) => {
    copies += 1;
    return copySqlite(template, path.join(folder, String(copies)));
  };
  const only = process.argv[2];
  const counts = { attempts: 0, tries: 0, faults: 0 };
  try {
    for (const [subject, attempts] of Object.entries(SUBJECTS)) {
      if (only !== undefined && !subject.startsWith(only)) continue;
      console.log(`\n${subject}`);
      for (const attempt of attempts) {
        const findings = await inspect(attempt, pathsOf(attempt), locate);
        const faults = findings.filter(({ fault }) => fault !== null);
        counts.attempts += 1;
        counts.tries += findings.length;
        counts.faults += faults.length;
        const paths = [...new Set(findings.map((finding) => finding.path))].join(', ');
        console.log(`${faults.length === 0 ? 'refused ' : 'FAULT   '} ${attempt.title} (${paths})`);
        if (faults.length === 0) console.log(`          ${findings[0]!.refusal}`);
        for (const { path: by, fault } of faults) console.log(`          ${by}: ${fault}`);
      }
    }
  } finally {
    await closeBrowser();
    rmSync(folder, { recursive: true, force: true });
  }
  const { attempts, tries, faults } = counts;
  if (attempts === 0) throw new Error(`Subjects are ${Object.keys(SUBJECTS).join(', ')}.`);
  console.log(`\n${attempts} attempts, ${tries} tries, ${faults} faults`);
  if (faults > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
