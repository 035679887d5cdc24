// The scale of a score on pages.

import { bandScale as drawing } from '@rf-indicators/web/charts/band-scale';
import { drawn } from './bands.ts';
import type { Html } from './html.ts';

type Scale = Parameters<typeof drawing>[0];

/** `score` is in hundredths. */
export function bandScale(score: number, bands?: Scale['bands'], held: Scale['held'] = null): Html {
  return drawn(drawing({ score, ...(bands === undefined ? {} : { bands }), held }));
}
