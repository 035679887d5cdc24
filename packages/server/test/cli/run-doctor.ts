// rf doctor as a script reads it.

import type { Diagnosis } from '@rf-indicators/core/desk/doctor/doctor-verdict';
import { START } from '../../../../test/support/desk-fixture.ts';
import { doctorCommand } from '../../src/cli/service/doctor.ts';
import { runCommand } from './run-command.ts';

export async function doctor(env: Record<string, string>, now = START + 1000) {
  const { code, out } = await runCommand(doctorCommand, ['--json'], { env, now });
  const found: Diagnosis[] = JSON.parse(out.join('\n'));
  const states = Object.fromEntries(found.map(({ name, state }) => [name, state]));
  const about = (name: string) => found.find((diagnosis) => diagnosis.name === name)!;
  return { code, states, about };
}
