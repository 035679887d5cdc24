// Acts on the store of this machine.

import os from 'node:os';
import { ACTS, type Act } from '@rf-indicators/contract/acts';
import { authenticateMember, type Member } from '@rf-indicators/core/accounts/members';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import type { Caller } from '@rf-indicators/core/acts/caller';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Context } from '@rf-indicators/core/context/context';
import { ignoredSettings } from '../service/config.ts';
import { commandServices } from './act-services.ts';
import { type ActPlace, foundingWarnings, givenInput, type Perform } from './perform.ts';
import { withContext } from './store-session.ts';
import type { Terminal } from './terminal.ts';

export function localActs(terminal: Terminal): ActPlace {
  return {
    asStaff: (token, work) =>
      withContext(terminal, async (context) => {
        const actor = await authenticate(context, token());
        const perform = performer(terminal, context, { kind: 'staff', actor });
        const warnings = [...ignoredSettings(terminal.env), ...(await foundingWarnings(perform))];
        for (const line of warnings) terminal.err(`Warning: ${line}`);
        return work(perform);
      }),
    asMember: (token, work) =>
      withContext(terminal, async (context) => {
        const member = await authenticateMember(context, token());
        return work(performer(terminal, context, asCaller(member)), async () => member);
      }),
    asNobody: (work) =>
      withContext(terminal, (context) => work(performer(terminal, context, { kind: 'nobody' }))),
    reading: (work) =>
      withContext(terminal, (context) => work(performer(terminal, context, { kind: 'local' }))),
  };
}

function asCaller(member: Member): Caller {
  return { kind: 'member', member, from: `cli on ${os.hostname()}` };
}

function performer(terminal: Terminal, context: Context, caller: Caller): Perform {
  const services = commandServices(terminal, context);
  return (name, input) => {
    const { takesLong }: Act = ACTS[name];
    // A service may be answering requests on the same core.
    if (takesLong === true) terminal.giveWay?.();
    return performAct(services, caller, name, givenInput(input));
  };
}
