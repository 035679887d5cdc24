// GET /api/v1/status: service status, uptime, data freshness and the current framework version.

import type { Health, Readiness, Status } from '@rf-indicators/contract';
import { instant, instantOrNull } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { lacksCosignatures } from '@rf-indicators/core/log/cosignatures';
import type { Handler } from '../http/handler.ts';
import { respondJson } from '../http/respond.ts';
import type { ApiDependencies } from './dependencies.ts';
import { DEPENDENCIES, type Faults, type ServiceState } from './service-state.ts';
import type { Uptime } from './uptime.ts';

type Sources = Pick<ApiDependencies, 'clock' | 'serviceState' | 'uptime'>;

export function getStatus(sources: Sources): Handler {
  return ({ request, reply }) => respondJson(request, reply, 200, currentStatus(sources));
}

/** Also shown on the page /status. */
export function currentStatus({ clock, serviceState, uptime: readUptime }: Sources): Status {
  const now = Math.floor(clock());
  const state = serviceState();
  const { freshness, frameworkVersion, startedAt, faults } = state;
  const uptime = readUptime();
  return {
    status: overall(faults, uptime?.announced ?? []),
    uptime: {
      started_at: instant(startedAt),
      seconds: Math.floor((now - startedAt) / 1000),
      ratio_24h: uptime?.ratio24h ?? null,
      ratio_30d: uptime?.ratio30d ?? null,
      ratio_90d: uptime?.ratio90d ?? null,
      days: uptime?.days ?? [],
    },
    freshness: {
      last_published_at: instantOrNull(freshness.lastPublishedAt),
      last_run_at: instantOrNull(freshness.lastRunAt),
      oldest_score_at: instantOrNull(freshness.oldestScoreAt),
      providers: freshness.providers,
      stale_providers: freshness.staleProviders,
    },
    framework_version: frameworkVersion,
    components: [
      { name: 'api', status: 'operational' },
      storeComponent(faults),
      publishingComponent(faults),
      ...witnessesComponent(state, now),
      ...limitsComponent(state),
    ],
    incidents: uptime === null ? [] : incidentsOf(uptime),
    time: instant(now),
  };
}

/** The worst of what this process finds and of what the staff announced. */
function overall(faults: Faults, announced: Uptime['announced']): Status['status'] {
  const now = announced.filter(({ ended_at }) => ended_at === null).map(({ impact }) => impact);
  if (now.includes('outage')) return 'outage';
  return Object.keys(faults).length === 0 && !now.includes('degraded') ? 'operational' : 'degraded';
}

function incidentsOf({ incidents, announced }: Uptime): Status['incidents'] {
  const told = [
    ...incidents.map(({ startedAt, endedAt }) => ({
      started_at: startedAt,
      ended_at: endedAt as number | null,
      title: 'The service was not running.',
      detail: null as string | null,
    })),
    ...announced,
  ].toSorted((a, b) => b.started_at - a.started_at);
  return told.map(({ started_at, ended_at, title, detail }) => ({
    started_at: instant(started_at),
    ended_at: ended_at === null ? null : instant(ended_at),
    title,
    ...(detail === null ? {} : { detail }),
  }));
}

type Component = Status['components'][number];

/** While the store has a fault, published indicators stay available. */
function storeComponent({ store_reads, store_writes, store_integrity }: Faults): Component {
  const detail = store_integrity ?? store_reads ?? store_writes;
  if (detail === undefined) return { name: 'store', status: 'operational' };
  return { name: 'store', status: store_reads === undefined ? 'degraded' : 'outage', detail };
}

/**
 * Publishing needs the signing key, which the master key opens, and a store that takes what is published. What is
 * published by schedule also needs a clock.
 */
function publishingComponent(faults: Faults): Component {
  const { master_key, store_integrity, store_reads, store_writes, clock } = faults;
  const detail = master_key ?? store_integrity ?? store_reads ?? store_writes;
  if (detail !== undefined) return { name: 'publishing', status: 'outage', detail };
  return clock === undefined
    ? { name: 'publishing', status: 'operational' }
    : { name: 'publishing', status: 'degraded', detail: clock };
}

/** A node that counts by itself accepts no more than its part of each limit. */
function limitsComponent({ sharesLimits, faults: { shared_limits: detail } }: ServiceState): Component[] {
  if (!sharesLimits) return [];
  if (detail === undefined) return [{ name: 'shared_limits', status: 'operational' }];
  return [{ name: 'shared_limits', status: 'degraded', detail }];
}

/** Missing cosignatures are shown, but do not degrade the service: nothing waits for them. */
function witnessesComponent({ cosigning, witnessQuorum }: ServiceState, now: number): Component[] {
  if (witnessQuorum === 0) return [];
  if (!lacksCosignatures(cosigning, witnessQuorum, now))
    return [{ name: 'witnesses', status: 'operational' }];
  const count = cosigning.cosignedBy.length;
  const detail = `${count} of ${witnessQuorum} required witnesses cosigned the newest checkpoint of the log.`;
  return [{ name: 'witnesses', status: 'degraded', detail }];
}

// GET /api/health (liveness) and GET /readyz (readiness).

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
