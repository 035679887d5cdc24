// GET /api/v1/scores/{providerId}/peers: the provider between those of its type that are nearest by score.

import { peersOf } from '@rf-indicators/core/desk/served/peers';
import { lastServedChange } from '@rf-indicators/core/desk/served/select';
import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { modulesIn } from '@rf-indicators/core/desk/snapshots/fill-template';
import { rowsOf } from '../../rendering/current-rows.ts';
import { whyNone } from '../../rendering/no-indicator.ts';
import type { Answer, Parameters, Reading } from '../../rendering/reading.ts';
import { providerOrProblem } from '../provider-or-problem.ts';

const DEFAULT_LIMIT = 5;

export async function getScorePeers(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { db, snapshots, disclosure } = reading;
  const provider = await providerOrProblem(reading, String(parameters.providerId));
  if ('problem' in provider) return provider;
  // Any of the rows can change, and others can come between them. Read before the rows, so that a publication in
  // between makes the time too old rather than too new.
  const lastModified = await lastServedChange(db);
  const [served] = await currentIndicators(db, [provider.id]);
  if (served === undefined) return whyNone(reading, provider.id);
  const { count, ranked } = await peersOf(db, served, Number(parameters.limit ?? DEFAULT_LIMIT));
  const indicators = ranked.map((peer) => peer.served);
  const rows = await rowsOf(reading, indicators);
  const templates = await snapshots.templates(indicators);
  const data = ranked.map(({ served: { verificationId }, rank }, at) => {
    const modules = modulesIn(templates.get(verificationId)!.text);
    return `${rows[at]!.publicRow.slice(0, -1)},"rank":${rank},"modules":${modules}}`;
  });
  const { rank } = ranked.find((peer) => peer.served.providerId === provider.id)!;
  const head = { provider_id: provider.id, planner_type: served.plannerType, rank, count };
  const foot = `"limitations_disclosure":${JSON.stringify(disclosure)}}`;
  const content = `${JSON.stringify(head).slice(0, -1)},"data":[${data.join(',')}],${foot}`;
  return { content, lastModified };
}
