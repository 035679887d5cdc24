// GET /api/health (liveness) and GET /readyz (readiness).

import type { Health, Readiness } from '@rf-indicators/contract';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import type { Handler } from '../http/handler.ts';
import { respondJson } from '../http/respond.ts';
import type { ApiDependencies } from './dependencies.ts';
import { DEPENDENCIES } from './service-state.ts';

export function getHealth({ clock }: ApiDependencies): Handler {
  return ({ request, reply }) => {
    const health: Health = { status: 'ok', time: instant(Math.floor(clock())) };
    respondJson(request, reply, 200, health);
  };
}

/**
 * A fault of the store or of the master key is shown, but the response stays 200: published indicators stay available,
 * and a load balancer that took the process out of service would end that too.
 */
export function getReadiness({ serviceState }: ApiDependencies): Handler {
  return ({ request, reply }) => {
    const { isReady, isStopping, faults } = serviceState();
    const canServe = isReady && !isStopping;
    const isWhole = Object.keys(faults).length === 0;
    const readiness: Readiness = {
      status: !canServe ? 'not_ready' : isWhole ? 'ready' : 'degraded',
      checks: [
        { name: 'indicators', ok: isReady },
        { name: 'running', ok: !isStopping },
        ...DEPENDENCIES.map((name) => {
          const detail = faults[name];
          return detail === undefined ? { name, ok: true } : { name, ok: false, detail };
        }),
      ],
    };
    respondJson(request, reply, canServe ? 200 : 503, readiness, canServe ? [] : ['retry-after', '5']);
  };
}
