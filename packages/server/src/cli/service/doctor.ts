// rf doctor: checks the service and prints the findings.

import { examine } from '@rf-indicators/core/desk/doctor/doctor';
import { Command } from 'commander';
import { secondFactorCipher } from '../../identity/second-factor-cipher.ts';
import { ignoredSettings, readConfig } from '../../service/config.ts';
import { storeLocation } from '../store-session.ts';
import type { Finish } from '../terminal.ts';
import { EXIT, type Terminal } from '../terminal.ts';

const SHOWN = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const;

export function doctorCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('doctor')
    .option('--json', 'print the findings as JSON', false)
    .addHelpText('after', '\nThe command changes nothing. The exit code is 1 if any check is marked FAIL.')
    .action(async ({ json }: { json: boolean }) => {
      const { verifierKey, checkpointFile, witnesses, witnessQuorum, servers } = readConfig(terminal.env);
      const found = await examine({
        location: storeLocation(terminal),
        masterKey: terminal.env.RF_MASTER_KEY,
        verifierKey,
        checkpointFile,
        witnesses,
        witnessQuorum,
        servers,
        secondFactors: secondFactorCipher,
        ignoresSecondPerson: ignoredSettings(terminal.env).length > 0,
        now: terminal.now().getTime(),
      });
      if (found.some(({ state }) => state === 'fail')) finish(EXIT.no);
      if (json) return terminal.out(JSON.stringify(found, null, 2));
      for (const { state, name, what, todo } of found) {
        terminal.out(`${SHOWN[state]} ${name}: ${what}${todo === null ? '' : ` — ${todo}`}`);
      }
    });
}
