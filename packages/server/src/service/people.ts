// What people who sign in can do: the calls to the threads that know them and perform their acts.

import { ACTS, type Act } from '@rf-indicators/contract/acts';
import type { LiveStreams } from '../console/live/streams.ts';
import type { ActRequest, ConsoleProblem, Performed } from '../console/messages.ts';
import type { PeopleDependencies } from './dependencies.ts';
import type { FaultKeeper } from './faults.ts';
import type { StaffAddress } from './listeners.ts';
import type { servingState } from './serving-state.ts';
import type { Threads } from './threads.ts';

export interface PeopleParts {
  threads: Pick<Threads, 'console' | 'background'>;
  liveStreams: LiveStreams;
  staff: StaffAddress;
  faults: FaultKeeper;
  /** What the serving thread knows of itself, for the act that shows it. */
  serving: () => ReturnType<typeof servingState>;
  logError: (error: unknown) => void;
}

export function peopleOf(parts: PeopleParts): PeopleDependencies {
  const { threads, liveStreams, staff, faults, serving, logError } = parts;
  const { console, background } = threads;

  async function performAct(given: ActRequest): Promise<Performed | ConsoleProblem> {
    const { takesLong, needsServingState, startsVerification }: Act = ACTS[given.act];
    const request = needsServingState === true ? { ...given, serving: serving() } : given;
    const performed = await (takesLong === true ? background.perform(request) : console.perform(request));
    if (startsVerification === true && !('problem' in performed)) {
      // Continues after the answer. Its result is in the store.
      const { id } = JSON.parse(performed.text) as { id: string };
      background.verify(id).catch(logError);
    }
    return performed;
  }

  return {
    performAct,
    identity: (request) => console.identity(request),
    identify: (request) => console.identify(request),
    findReader: (request) => console.findReader(request),
    openDocument: (request) => console.openDocument(request),
    csvPage: (request) => console.csvPage(request),
    readCalendar: (token) => console.readCalendar(token),
    notePresence: (request) => console.notePresence(request),
    liveStreams,
    isDamaged: () => faults.isDamaged,
    staffUrl: ({ raw }) => staff.urlFor(raw.socket),
  };
}
