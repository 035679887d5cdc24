// GET /cards/…: pictures of 1200 × 630 pixels for those who show what a link leads to. They are drawn when they are first asked for.

import { isVerificationId } from '@rf-indicators/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isHeldBy } from '../../http/send-body.ts';
import { type Body, prepareBody } from '../../rendering/body.ts';
import {
  CARD_STATES,
  type Card,
  type IndicatorCard,
  indicatorCardPath,
  SITE_CARD_PATH,
  type SiteCard,
} from '../../rendering/cards/card.ts';
import { ofSite } from '../../rendering/cards/of-site.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondNotFound } from '../not-found.ts';
import { jsonOf, readBody } from '../read-published.ts';
import { PLAIN_POLICY, respondPage, respondRedirect } from '../respond-page.ts';
import { CardCache } from './card-cache.ts';

/** Of all cards. Raise it when they look different. */
const DRAWING = 2;
const INDICATOR = new RegExp(`^(.{1,60})-(${CARD_STATES.join('|')})\\.png$`);
const CHANGE = /^([\w-]{1,64})\.png$/;

type Named = { Params: { file: string } };

export function addCards(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, startedAt, drawCard } = dependencies;
  const cache = new CardCache();

  /**
   * `facts` are what is drawn. The same address can have another card: when the provider gets another name, or is stale
   * again since another day. So nobody keeps one for long without asking, and who asks with the tag of these facts gets an
   * answer without a drawing.
   */
  const respond = async (
    request: FastifyRequest,
    reply: FastifyReply,
    facts: Pick<Body, 'tag' | 'lastModified'>,
    card: () => Card,
  ) => {
    const options = {
      ...{ lastModified: facts.lastModified, mediaType: 'image/png', isCompressed: true },
      tagOf: `${DRAWING} ${facts.tag}`,
    };
    const undrawn = prepareBody('', options);
    const body = isHeldBy(request.raw, undrawn, 'public')
      ? undrawn
      : await cache.read(facts.tag, async () => prepareBody(await drawCard(card()), options));
    return respondPage(request, reply, body, PLAIN_POLICY, 'public');
  };

  const siteCard: SiteCard = { kind: 'site', ...ofSite(site) };
  app.get(SITE_CARD_PATH, (request, reply) =>
    respond(request, reply, { tag: JSON.stringify(siteCard), lastModified: startedAt }, () => siteCard),
  );

  app.get<Named>('/cards/:file', async (request, reply) => {
    const [, id = '', state = ''] = INDICATOR.exec(request.params.file) ?? [];
    if (!isVerificationId(id)) return respondNotFound(request, reply, dependencies);
    const facts = await readBody(dependencies, `card of ${id}`, 'indicatorCard', { id });
    if ('problem' in facts) return respondNotFound(request, reply, dependencies);
    const card = jsonOf<IndicatorCard>(facts);
    // The card of a state that has passed would be believed.
    if (card.state !== state) return respondRedirect(request, reply, indicatorCardPath(id, card.state));
    return respond(request, reply, facts, () => card);
  });

  app.get<Named>('/cards/changes/:file', async (request, reply) => {
    const [, id] = CHANGE.exec(request.params.file) ?? [];
    if (id === undefined) return respondNotFound(request, reply, dependencies);
    const facts = await readBody(dependencies, `card of change ${id}`, 'changeCard', { id });
    if ('problem' in facts) return respondNotFound(request, reply, dependencies);
    return respond(request, reply, facts, () => jsonOf<Card>(facts));
  });
}
