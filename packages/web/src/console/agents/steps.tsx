// What has to be there before an agent can call the tools, and who can do it.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { TIER_TERMS } from '@rf-indicators/contract/tiers';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { plural, tierName } from '../../ui/format.ts';
import { DotGlyph, WaitingGlyph } from '../../ui/glyphs.tsx';
import { Instant } from '../../ui/instant.tsx';
import type { Key } from '../keys/key-state.ts';
import styles from './agents.module.css';

export interface Step {
  name: string;
  isDone: boolean;
  detail: ReactNode;
}

const FROM = '/console/$workspace/agents';

export function stepsOf(workspace: AnswerOf<'workspaces.show'>, agentKeys: readonly Key[]): Step[] {
  const { tier, pilot_enabled_at, terms } = workspace;
  const agentTerms = terms.find(({ kind }) => kind === 'agent');
  const acceptedAt = agentTerms?.accepted_at ?? null;
  return [
    {
      name: 'A tier with agents',
      isDone: TIER_TERMS[tier].pilot,
      detail: TIER_TERMS[tier].pilot
        ? `${tierName(tier)} includes them.`
        : `${tierName(tier)} does not include them: Professional and Enterprise do.`,
    },
    {
      name: 'A place in the pilot',
      isDone: pilot_enabled_at !== null,
      detail:
        pilot_enabled_at === null ? (
          'An operator of the service enables it. Ask through your contract.'
        ) : (
          <>
            Enabled <Instant at={pilot_enabled_at} />.
          </>
        ),
    },
    {
      name: 'The agent terms',
      isDone: acceptedAt !== null,
      detail:
        acceptedAt === null ? (
          <>
            Your Contract Admin accepts them on{' '}
            <Link to="/console/$workspace/terms" from={FROM}>
              Terms
            </Link>
            .
          </>
        ) : (
          <>
            Accepted by {agentTerms?.accepted_by_name ?? 'a former member'}, <Instant at={acceptedAt} />.
          </>
        ),
    },
    {
      name: 'A key with the agent scope',
      isDone: agentKeys.length > 0,
      detail:
        agentKeys.length === 0 ? (
          <>
            Create one on{' '}
            <Link to="/console/$workspace/keys" from={FROM}>
              Keys
            </Link>
            , and tick “For agents”.
          </>
        ) : (
          `${plural(agentKeys.length, 'key')}: ${agentKeys.map(({ name }) => name).join(', ')}.`
        ),
    },
  ];
}

const EXPECTED = 4;

export function Checklist({ steps }: { steps: readonly Step[] | undefined }) {
  if (steps === undefined)
    return (
      <ul className={styles.steps} aria-busy="true">
        {Array.from({ length: EXPECTED }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
          <li key={at}>{'\u00a0'}</li>
        ))}
      </ul>
    );
  return (
    <ul className={styles.steps}>
      {steps.map(({ name, isDone, detail }) => (
        <li key={name}>
          {isDone ? <DotGlyph /> : <WaitingGlyph />}
          <span>
            <strong>{name}</strong>
            <span className="visually-hidden">{isDone ? ' (done)' : ' (missing)'}</span>
            <span className="muted type-13">{detail}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
