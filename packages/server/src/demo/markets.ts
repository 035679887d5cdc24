// Issuances and score requests of the demo world.

import { addIssuance, changeIssuanceStatus } from '@rf-indicators/core/desk/market/issuances';
import { listIssuances } from '@rf-indicators/core/desk/market/list-issuances';
import { decideScoreRequest } from '@rf-indicators/core/desk/market/score-request-decisions';
import { receiveScoreRequest } from '@rf-indicators/core/desk/market/score-requests';
import type { IssuanceStatus } from '@rf-indicators/core/store/schema';
import { DAY, type DemoWorld } from './demo-world.ts';
import { ISINS, ISSUANCES, SCORE_REQUESTS } from './story.ts';

/** Announced, pricing a week later, then issued on the settlement date or withdrawn on the pricing date. */
function stepsOf([, , , , announced, pricing, settles, , , end]: (typeof ISSUANCES)[number]) {
  const steps: [IssuanceStatus, number][] = [['ANNOUNCED', Date.parse(announced)]];
  if (end !== 'ANNOUNCED') steps.push(['PRICING', Date.parse(announced) + 7 * DAY]);
  if (end === 'ISSUED') steps.push(['ISSUED', Date.parse(settles!)]);
  if (end === 'WITHDRAWN') steps.push(['WITHDRAWN', Date.parse(pricing)]);
  return steps;
}

export async function advanceIssuances(
  { context, people, providers }: DemoWorld,
  until: number,
): Promise<void> {
  const known = new Map((await listIssuances(context.store.db)).map((issuance) => [issuance.name, issuance]));
  for (const issuance of ISSUANCES) {
    const [name, provider, ticker, type, announced_on, pricing_on, settles_on, coupon_rate, amount] =
      issuance;
    for (const [status, at] of stepsOf(issuance)) {
      if (at > until) break;
      const existing = known.get(name);
      if (existing === undefined) {
        const provider_id = provider === null ? null : providers.get(provider)!.id;
        const issuer_name = name
          .split(' ')
          .slice(0, provider === null ? 2 : 1)
          .join(' ');
        const dates = { announced_on, pricing_on, settles_on };
        const id = await addIssuance(context, people.operator, {
          provider_id,
          issuer_name,
          name,
          ticker,
          isin: (ticker === null ? undefined : ISINS[ticker]) ?? null,
          type,
          currency: 'USD',
          amount,
          coupon_rate,
          ...dates,
        });
        known.set(name, { id, name, status: 'ANNOUNCED' } as NonNullable<typeof existing>);
      } else if (existing.status !== status && isLater(status, existing.status)) {
        await changeIssuanceStatus(context, people.operator, existing.id, status);
        known.set(name, { ...existing, status });
      }
    }
  }
}

const ORDER: IssuanceStatus[] = ['ANNOUNCED', 'PRICING', 'ISSUED', 'WITHDRAWN'];

function isLater(status: IssuanceStatus, than: IssuanceStatus): boolean {
  return ORDER.indexOf(status) > ORDER.indexOf(than);
}

export async function receiveScoreRequests(
  { context, people }: DemoWorld,
  within: (date: string) => boolean,
): Promise<void> {
  for (const { date, status, ...body } of SCORE_REQUESTS) {
    if (!within(date)) continue;
    const { date: _, ...request } = { date, ...body };
    const received = await receiveScoreRequest(context, request);
    if (status !== 'received') {
      await decideScoreRequest(context, people.analyst, received.request_id, status, 'Demo decision.');
    }
  }
}
