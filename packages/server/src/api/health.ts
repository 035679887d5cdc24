// GET /api/health (liveness) and GET /readyz (readiness).

import type { Health, Readiness } from '@rf-indicators/contract';
import type { Handler } from '../http/handler.ts';
import { respondJson } from '../http/respond.ts';
import { instant } from '../rendering/wire/instants.ts';
import type { ApiDependencies } from './dependencies.ts';

export function getHealth({ clock }: ApiDependencies): Handler {
  return ({ request, reply }) => {
    const health: Health = { status: 'ok', time: instant(Math.floor(clock())) };
    respondJson(request, reply, 200, health);
  };
}

/** Does not check the store: while it is unavailable, published indicators stay available. */
export function getReadiness({ serviceState }: ApiDependencies): Handler {
  return ({ request, reply }) => {
    const { isReady, isStopping } = serviceState();
    const ok = isReady && !isStopping;
    const readiness: Readiness = {
      status: ok ? 'ready' : 'not_ready',
      checks: [
        { name: 'indicators', ok: isReady },
        { name: 'running', ok: !isStopping },
      ],
    };
    respondJson(request, reply, ok ? 200 : 503, readiness, ok ? [] : ['retry-after', '5']);
  };
}
