// How an example of an act is written, and what several examples share.

import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Story } from '../story.ts';

export interface Example<Name extends ActName = ActName> {
  name: Name;
  by: string;
  /** What has to be there first and is no act. */
  before?: (story: Story) => Promise<void>;
  input: (story: Story) => InputOf<Name>;
  after?: (story: Story, answer: AnswerOf<Name>) => void | Promise<void>;
}

export function example<Name extends ActName>(given: Example<Name>): Example {
  return given as unknown as Example;
}

/** Keeps a member of the answer for later examples. */
export function keep<Member extends string>(as: string, member: Member) {
  return ({ kept }: Story, answer: Record<Member, string>): void => {
    kept[as] = answer[member];
  };
}

/** What an act requested, approved by a second person. */
export async function approve({ services, callers }: Story, request: string): Promise<void> {
  await performAct(services, callers.reviewer!, 'requests.approve', { request });
}

export const today = ({ world }: Story) => new Date(world.desk.clock()).toISOString().slice(0, 10);

export const report = {
  media_type: 'text/plain',
  base64: Buffer.from('a fictional report').toString('base64'),
};
