// Admission to the console: the limit of the address, who sends the request, and the limit of that person.

import { type ConsoleOperation, isForStaffAlone } from '@rf-indicators/contract/console';
import type { FastifyRequest } from 'fastify';
import { type Admission, admitWithin, tooManyFailures } from '../http/admission.ts';
import { requestAddress, type TrustedProxies } from '../http/limits/client-address.ts';
import type { Limits } from '../http/limits/limits.ts';
import type { Metrics } from '../http/metrics.ts';
import { StoreUnavailable } from '../http/overloaded.ts';
import type { ActRequest, ConsoleProblem, Identification, Identified, Performed } from './messages.ts';

/** A page sends it with what it reads by itself, while nobody uses it. */
const UNATTENDED = 'rf-unattended';

export interface ConsoleDependencies {
  baseUrl: string;
  clock: () => number;
  trustedProxies: TrustedProxies;
  metrics: Metrics;
  limits: Pick<Limits, 'failedKeys' | 'console'>;
  identify(request: Identification): Promise<Identified | ConsoleProblem>;
  performAct(request: ActRequest): Promise<Performed | ConsoleProblem>;
  /** Whether damage of the store was found. Nothing is written then. */
  isDamaged(): boolean;
  /** The address of the pages on the listener that the request came to; null if staff cannot act there. */
  staffUrl(request: FastifyRequest): string | null;
}

export interface ConsoleAdmission {
  admission: Admission;
  /** null if the request is refused. */
  identified: Identified | null;
}

export function consoleAdmission(operation: ConsoleOperation, dependencies: ConsoleDependencies) {
  const { baseUrl, clock, trustedProxies, limits, identify, isDamaged, staffUrl } = dependencies;
  const { act, entry } = operation;
  const isForStaff = isForStaffAlone(operation);
  return async (request: FastifyRequest): Promise<ConsoleAdmission> => {
    const address = requestAddress(request.raw, trustedProxies);
    const atAddress = await admitWithin(limits.console.perAddress, address, clock());
    if (atAddress.refusal !== null) return { admission: atAddress, identified: null };
    const staffPages = staffUrl(request);
    if (isForStaff && staffPages === null) return refused(atAddress, ELSEWHERE);
    if (entry.kind === 'act' && isDamaged()) throw new StoreUnavailable('the store is damaged');
    const { authorization, cookie, origin } = request.headers;
    const identified = await identify({
      ...{ act, method: request.method, authorization, cookie, origin, address },
      isUnattended: isUnattended(request),
      actingAs: actingAsOf(request),
      baseUrl: staffPages ?? baseUrl,
    });
    if ('problem' in identified) {
      const { code, ...details } = identified.problem;
      const failures =
        code === 'invalid_token' ? await tooManyFailures(limits.failedKeys, address, clock()) : null;
      return { admission: failures ?? refusal(atAddress, code, details), identified: null };
    }
    if (identified.caller.kind === 'staff' && staffPages === null) return refused(atAddress, ELSEWHERE);
    const { person } = identified;
    const admission =
      person === null ? atAddress : await admitWithin(limits.console.perPerson, person, clock());
    return { admission, identified };
  };
}

/** Whether a page reads by itself, while nobody uses it. */
export function isUnattended({ headers }: FastifyRequest): boolean {
  return headers[UNATTENDED] !== undefined;
}

/** Links and streams cannot send headers, so their address says it. */
export function actingAsOf({ headers, query }: FastifyRequest): string | undefined {
  const given = headers['rf-acting-as'] ?? (query as Record<string, unknown>).acting_as;
  return typeof given === 'string' ? given : undefined;
}

const ELSEWHERE = 'Staff cannot act at this address. Use the address of their own that the operator has set.';

function refused(atAddress: Admission, detail: string): ConsoleAdmission {
  return { admission: refusal(atAddress, 'insufficient_role', { detail }), identified: null };
}

function refusal(
  { headers }: Admission,
  code: ConsoleProblem['problem']['code'],
  details: Omit<ConsoleProblem['problem'], 'code'>,
): Admission {
  return { credential: null, headers, refusal: { code, details } };
}
