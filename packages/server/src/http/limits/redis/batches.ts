// Sends the requests of one turn of the event loop to Redis in one command, in which equal requests are a group. While
// commands are under way, further requests wait for an answer and are sent together: under load, that makes fewer and
// larger commands.

import type { Link } from './link.ts';
import { type Outcome, outcomesOf } from './outcomes.ts';
import type { CountedGroup, RedisClient } from './redis-client.ts';

/** Redis does nothing else while it counts, so it counts only so many groups at once. */
const GROUPS_AT_ONCE = 200;

/** With two, this process works on one part of the requests while Redis works on the other. */
const UNDER_WAY_AT_MOST = 2;

/** What to do with the answer about a group of equal requests. */
export interface Question<Answer> {
  readonly group: Omit<CountedGroup, 'requests'>;
  /** Whether windows are only read. */
  readonly isRead: boolean;
  /** The answer to the request with this index in the group, which came at `now`. */
  conclude(outcome: Outcome, index: number, now: number): Answer;
  /** The answer if Redis does not give one. */
  decideHere(now: number): Answer;
}

interface Waiting {
  now: number;
  resolve: (answer: unknown) => void;
}

interface Group {
  question: Question<unknown>;
  waiting: Waiting[];
}

export class Batches {
  readonly #client: RedisClient;
  readonly #link: Link;
  #groups = new Map<string, Group>();
  #isScheduled = false;
  #underWay = 0;

  constructor(client: RedisClient, link: Link) {
    this.#client = client;
    this.#link = link;
  }

  /** Requests with the same id in one turn are a group, for which the question is made once. Never rejects. */
  ask<Answer>(id: string, now: number, question: () => Question<Answer>): Promise<Answer> {
    let group = this.#groups.get(id);
    if (group === undefined) {
      group = { question: question() as Question<unknown>, waiting: [] };
      this.#groups.set(id, group);
    }
    const { waiting } = group;
    if (!this.#isScheduled && this.#underWay < UNDER_WAY_AT_MOST) {
      this.#isScheduled = true;
      setImmediate(this.#send);
    }
    return new Promise<Answer>((resolve) => {
      waiting.push({ now, resolve: resolve as (answer: unknown) => void });
    });
  }

  readonly #send = () => {
    this.#isScheduled = false;
    const groups = [...this.#groups.values()];
    this.#groups = new Map();
    for (let first = 0; first < groups.length; first += GROUPS_AT_ONCE) {
      this.#underWay += 1;
      this.#count(groups.slice(first, first + GROUPS_AT_ONCE));
    }
  };

  async #count(groups: readonly Group[]): Promise<void> {
    const outcomes = await this.#outcomesOf(groups);
    this.#underWay -= 1;
    if (!this.#isScheduled && this.#groups.size > 0) this.#send();
    for (const [place, { question, waiting }] of groups.entries()) {
      const outcome = outcomes?.[place];
      for (const [index, { now, resolve }] of waiting.entries()) {
        resolve(outcome === undefined ? question.decideHere(now) : question.conclude(outcome, index, now));
      }
    }
  }

  /** Null if Redis gives none. */
  async #outcomesOf(groups: readonly Group[]): Promise<readonly Outcome[] | null> {
    if (!this.#link.isShared) return null;
    try {
      const answer = await this.#client.count(
        this.#link.epoch,
        groups.map(({ question: { group, isRead }, waiting }) => ({
          ...group,
          requests: isRead ? 0 : waiting.length * group.places,
        })),
      );
      const outcomes = outcomesOf(answer, groups.length);
      if (outcomes === null) {
        this.#link.lose(new Error('Redis lost counts.'));
        this.#link.visit();
      } else this.#link.saw(answer[0]!);
      return outcomes;
    } catch (error) {
      this.#link.lose(error as Error);
      return null;
    }
  }
}
