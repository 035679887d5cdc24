// Finds what needs attention in a workspace.

import type { ActName } from '@rf-indicators/contract/acts';
import { count, instant, plural, tierName, timeOf } from '../../ui/format.ts';
import type { StateKind } from '../../ui/state-kind.ts';
import { isEnded } from '../keys/key-state.ts';
import type { Endpoint, ListedKey, ShownWorkspace } from './progress.ts';

const DAY = 24 * 60 * 60 * 1000;
/** An endpoint that fails for this long is disabled. */
const FAILING = 5 * DAY;
/** A key that expires within this time is worth a line. */
const SOON = 14 * DAY;
const NEARLY = 0.8;

/** What the state of a workspace is made of. */
export interface StateProps {
  workspace: ShownWorkspace;
  keys: readonly ListedKey[];
  endpoints: readonly Endpoint[];
}

export interface Concern {
  id: string;
  kind: StateKind;
  word: string;
  name: string;
  sentence: string;
  /** When it becomes worse by itself; null if it does not. */
  until: number | null;
  /** The whole time, which ends at `until`. */
  span: number;
  /** The first one that the member may do. */
  acts: readonly { words: string; needs: ActName | null }[];
  to: '/console/$workspace/keys' | '/console/$workspace/webhooks' | '/console/$workspace/terms';
  search: Record<string, string>;
}

export function concernsOf(props: StateProps & { now: number }): Concern[] {
  const concerns = [
    ...endpointConcerns(props),
    ...quotaConcerns(props),
    ...keyConcerns(props),
    ...termsConcerns(props),
  ];
  // What has failed already comes first, then what has an end.
  const rank = ({ kind, until }: Concern) =>
    kind === 'failed' && until === null ? 0 : (until ?? Number.POSITIVE_INFINITY);
  return concerns.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

function endpointConcerns({ endpoints }: StateProps): Concern[] {
  return endpoints.flatMap(({ id, url, enabled, disabled_because, failing_since }): Concern[] => {
    const shared = {
      id,
      name: url.replace(/^https?:\/\//, ''),
      span: FAILING,
      acts: [{ words: 'See deliveries', needs: null }],
      to: '/console/$workspace/webhooks',
      search: { view: 'deliveries', endpoint: id },
    } as const;
    if (enabled && failing_since !== null) {
      const sentence = `Deliveries have failed since ${instant(failing_since)}. After five days the endpoint is disabled.`;
      return [
        { ...shared, kind: 'failed', word: 'failing', sentence, until: timeOf(failing_since) + FAILING },
      ];
    }
    if (enabled || disabled_because === 'member') return [];
    const why = disabled_because === 'gone' ? 'It answered 410 Gone.' : 'It failed for five days.';
    const sentence = `${why} Deliveries wait for it for up to 30 days.`;
    return [{ ...shared, kind: 'failed', word: 'disabled', sentence, until: null }];
  });
}

function quotaConcerns({ workspace: { quotas } }: StateProps): Concern[] {
  return quotas.flatMap(({ tier, used, limit, next_at }): Concern[] => {
    if (used < limit * NEARLY) return [];
    const isOver = next_at !== null;
    return [
      {
        id: `quota ${tier}`,
        kind: isOver ? 'failed' : 'waiting',
        word: isOver ? 'used up' : 'nearly used',
        name: `${tierName(tier)} quota`,
        sentence: `${count(used)} of ${count(limit)} requests of this hour are used.`,
        until: null,
        span: DAY,
        acts: [{ words: 'See keys', needs: null }],
        to: '/console/$workspace/keys',
        search: { tier },
      },
    ];
  });
}

function keyConcerns({ keys, now }: StateProps & { now: number }): Concern[] {
  const replaced = new Set(keys.map(({ replaces }) => replaces));
  return keys
    .filter((key) => !isEnded(key, now) && key.expires_at !== null && key.last_used_at !== null)
    .filter(({ expires_at }) => timeOf(expires_at!) - now < SOON)
    .toSorted((a, b) => timeOf(a.expires_at!) - timeOf(b.expires_at!))
    .flatMap(({ id, name, prefix, expires_at, requests_24h }): Concern[] => {
      const isRotating = replaced.has(id);
      // Nobody calls with the old key any more: the rotation is done.
      if (isRotating && requests_24h === 0) return [];
      const used = `${plural(requests_24h, 'request')} in 24 hours`;
      return [
        {
          id,
          kind: 'waiting',
          word: isRotating ? 'rotating' : 'expiring',
          name,
          sentence: isRotating
            ? `The old key is still in use, with ${used}. After it ends its callers get 401.`
            : `The key is in use, with ${used}. After it expires its callers get 401.`,
          until: timeOf(expires_at!),
          span: isRotating ? DAY : SOON,
          acts: [
            ...(isRotating ? [] : [{ words: 'Rotate it', needs: 'keys.rotate' as const }]),
            { words: isRotating ? 'See the rotation' : 'See the key', needs: null },
          ],
          to: '/console/$workspace/keys',
          search: { key: prefix },
        },
      ];
    });
}

/** Until the first key, the terms are the first of the steps. */
function termsConcerns({ workspace: { terms }, keys }: StateProps): Concern[] {
  const api = terms.find(({ kind }) => kind === 'api')!;
  if (api.accepted_at !== null || keys.length === 0) return [];
  return [
    {
      id: 'terms',
      kind: 'waiting',
      word: 'to accept',
      name: `API terms ${api.version}`,
      sentence: 'Keys in use keep working. New keys need a Contract Admin to accept this version.',
      until: null,
      span: DAY,
      acts: [{ words: 'Read the terms', needs: null }],
      to: '/console/$workspace/terms',
      search: {},
    },
  ];
}
