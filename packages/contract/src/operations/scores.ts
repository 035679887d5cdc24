import { Type } from 'typebox';
import { Band, PlannerType, ScoreChanges, ScoreHistory, ScoreList, ScoreSnapshot } from '../schemas/index.ts';
import { operation } from './operation.ts';
import {
  asOf,
  closed,
  cursor,
  indicator,
  instantOrDate,
  NO_PARAMETERS,
  page,
  period,
  provider,
} from './parameters.ts';

const JSON_TYPE = 'application/json';

const changeEnd = (which: string) =>
  Type.Optional(
    Type.Union(
      [indicator, instantOrDate('An instant (RFC 3339) or a date, which means the end of that day in UTC.')],
      {
        description: `${which} A verification id, an instant, or a date, which means the end of that day in UTC.`,
      },
    ),
  );

export const listScores = operation({
  id: 'listScores',
  method: 'GET',
  path: '/api/v1/scores',
  tag: 'scores',
  summary: 'List the indicators of all providers',
  description:
    'All rows, by name and then id, unless other parameters say otherwise. Withdrawn indicators are absent.',
  access: 'scores',
  params: NO_PARAMETERS,
  query: closed({
    planner_type: Type.Optional(PlannerType),
    risk_band: Type.Optional(Band),
    sort: Type.Optional(
      Type.Enum(['name', '-name', 'final_score', '-final_score', 'scored_at', '-scored_at'], {
        type: 'string',
        default: 'name',
        description: 'What to sort by; a minus sign means descending.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Rows on a page; without it, all rows.' }),
    ),
    cursor,
    include: Type.Optional(
      Type.Enum(['rf_decision_object'], {
        type: 'string',
        description: 'Adds rf_decision_object to each row; needs limit.',
      }),
    ),
    as_of: asOf,
  }),
  success: { status: 200, schema: ScoreList, mediaType: JSON_TYPE, description: 'The indicators.' },
  problems: [],
  caching: 'keyed',
});

export const getScore = operation({
  id: 'getScore',
  method: 'GET',
  path: '/api/v1/scores/{providerId}',
  tag: 'scores',
  summary: 'Get the indicator of one provider',
  description: 'With the criterion breakdown, the decision object and the commentary.',
  access: 'scores',
  params: provider,
  query: closed({ as_of: asOf }),
  success: { status: 200, schema: ScoreSnapshot, mediaType: JSON_TYPE, description: 'The indicator.' },
  problems: ['provider_not_found', 'indicator_not_found'],
  caching: 'keyed',
});

export const getScoreHistory = operation({
  id: 'getScoreHistory',
  method: 'GET',
  path: '/api/v1/scores/{providerId}/history',
  tag: 'scores',
  summary: 'List all published indicators of one provider',
  description:
    'Newest first, by the instant of publication. Superseded, corrected and withdrawn ones are in it.',
  access: 'scores',
  params: provider,
  query: closed({ ...period, ...page }),
  success: { status: 200, schema: ScoreHistory, mediaType: JSON_TYPE, description: 'The history.' },
  problems: ['provider_not_found'],
  caching: 'keyed',
});

export const getScoreChanges = operation({
  id: 'getScoreChanges',
  method: 'GET',
  path: '/api/v1/scores/{providerId}/changes',
  tag: 'scores',
  summary: 'Explain why the score of one provider moved',
  description:
    'Splits the difference between two published indicators into parts that add up to it exactly. Without parameters: the current indicator against the one before it.',
  access: 'scores',
  params: provider,
  query: closed({
    from: changeEnd('The earlier end; by default the indicator before the later end.'),
    to: changeEnd('The later end; by default the current indicator.'),
  }),
  success: { status: 200, schema: ScoreChanges, mediaType: JSON_TYPE, description: 'The change, in parts.' },
  problems: ['provider_not_found', 'indicator_not_found'],
  caching: 'keyed',
});
