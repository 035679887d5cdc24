// In what order claimed deliveries are sent: one lane for each endpoint, taken in turns. A lane begins with one send
// at a time and is widened by each success, so that a receiver nobody knows yet, or one that hangs, holds one place.
// What is open for long gives its place to others: it is waiting for somebody else, not working.

import type { Claimed, DueEndpoint, Wanted } from './claims.ts';

export interface LaneLimits {
  /** Sends to one endpoint at once. */
  perEndpoint: number;
  /** Of one workspace at once, not counting those that are open for long. */
  perWorkspace: number;
  /** Of this process, not counting those that are open for long. */
  quick: number;
  /** Of this process in all. */
  total: number;
}

export const DEFAULT_LIMITS: LaneLimits = { perEndpoint: 8, perWorkspace: 64, quick: 512, total: 4096 };

/** Lanes are filled ahead, so that they do not wait for the store: one lane, and all of them together. */
const ROUNDS_AHEAD = 6;
const ROUNDS_AHEAD_IN_ALL = 16;
const MOST_AHEAD = 4096;
const IDLE_LANES_KEPT = 10_000;

interface Workspace {
  /** How many are claimed and not sent yet. */
  queued: number;
  quick: number;
  parked: Lane[];
}

interface Lane {
  endpointId: string;
  workspace: Workspace;
  queue: Claimed[];
  open: number;
  /** Of those, how many are open for long. */
  slow: number;
  width: number;
  isReady: boolean;
}

/** A send that is under way. */
export interface Place {
  readonly lane: Lane;
  readonly startedAt: number;
  isSlow: boolean;
}

export class Lanes {
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<string, Lane>();
  readonly #workspaces = new Map<string, Workspace>();
  #ready: Lane[] = [];
  #quick = 0;
  #open = 0;
  #queued = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  get open(): number {
    return this.#open;
  }

  get queued(): number {
    return this.#queued;
  }

  /** How many may be claimed and not sent yet: places that slow receivers hold bring nothing forward. */
  get #ahead(): number {
    const { quick, total } = this.#limits;
    const places = Math.min(quick, total - (this.#open - this.#quick));
    return Math.min(places * ROUNDS_AHEAD_IN_ALL, MOST_AHEAD);
  }

  /** Whether it is time to claim more, now that this send is over: a claim takes as long as many sends. */
  runsLow({ lane }: Place): boolean {
    return this.#queued < this.#ahead / 2 && lane.queue.length <= (lane.width * ROUNDS_AHEAD) / 2;
  }

  /** Of what is due, how much to claim now: so much that no lane runs dry, and no more. */
  choose(due: readonly DueEndpoint[]): Wanted[] {
    const wanted: Wanted[] = [];
    if (this.#ahead === 0) return wanted;
    let room = this.#ahead - this.#queued;
    /** With what is chosen here. */
    const queued = new Map<string, number>();
    for (const endpoint of due) {
      const { endpointId, workspaceId } = endpoint;
      const before = queued.get(workspaceId) ?? this.#workspaces.get(workspaceId)?.queued ?? 0;
      // Whatever others have queued, there is room for one who has nothing.
      if (room <= 0 && before > 0) continue;
      const ofWorkspace = this.#limits.perWorkspace * ROUNDS_AHEAD - before;
      const most = Math.min(this.#roomOf(endpointId), ofWorkspace);
      if (most <= 0) continue;
      wanted.push({ endpoint, most });
      queued.set(workspaceId, before + most);
      room -= most;
    }
    return wanted;
  }

  #roomOf(endpointId: string): number {
    const lane = this.#lanes.get(endpointId);
    if (lane === undefined) return ROUNDS_AHEAD;
    // Nothing is kept waiting behind a receiver that takes its time.
    if (lane.slow > 0) return Math.max(0, lane.width - lane.open - lane.queue.length);
    // Whole rounds, so that one statement claims for many endpoints.
    const rounds = ROUNDS_AHEAD - Math.ceil(lane.queue.length / lane.width);
    return rounds < ROUNDS_AHEAD / 2 ? 0 : lane.width * rounds;
  }

  add(claims: readonly Claimed[]): void {
    for (const claimed of claims) {
      const lane = this.#laneOf(claimed);
      lane.queue.push(claimed);
      this.#count(lane, 1);
      this.#offer(lane);
    }
  }

  /** The next to send, with the place that it takes; null while there is none or no room. */
  take(now: number): { claimed: Claimed; place: Place } | null {
    while (this.#quick < this.#limits.quick && this.#open < this.#limits.total) {
      const lane = this.#ready.shift();
      if (lane === undefined) return null;
      lane.isReady = false;
      if (lane.queue.length === 0 || lane.open >= lane.width) {
        // It may have been called for a place that another can use.
        this.#callParked(lane.workspace);
        continue;
      }
      if (lane.workspace.quick >= this.#limits.perWorkspace) {
        lane.isReady = true;
        lane.workspace.parked.push(lane);
        continue;
      }
      const claimed = lane.queue.shift()!;
      this.#count(lane, -1);
      lane.open += 1;
      lane.workspace.quick += 1;
      this.#open += 1;
      this.#quick += 1;
      this.#offer(lane);
      return { claimed, place: { lane, startedAt: now, isSlow: false } };
    }
    return null;
  }

  /** A send that is open for long. Gives what was queued behind it, to be handed back. */
  markSlow(place: Place): Claimed[] {
    const { lane } = place;
    place.isSlow = true;
    lane.slow += 1;
    this.#leaveQuick(lane);
    const behind = lane.queue.splice(0);
    this.#count(lane, -behind.length);
    return behind;
  }

  finish(place: Place, { succeeded, hung }: { succeeded: boolean; hung: boolean }): void {
    const { lane } = place;
    lane.open -= 1;
    this.#open -= 1;
    if (place.isSlow) lane.slow -= 1;
    else this.#leaveQuick(lane);
    if (hung) lane.width = 1;
    else if (succeeded) lane.width = Math.min(lane.width * 2, this.#limits.perEndpoint);
    this.#offer(lane);
    if (this.#lanes.size > IDLE_LANES_KEPT && lane.open === 0 && lane.queue.length === 0) {
      this.#lanes.delete(lane.endpointId);
    }
  }

  /** Everything that is queued, to be handed back. */
  drain(): Claimed[] {
    const all = [...this.#lanes.values()].flatMap(({ queue }) => queue.splice(0));
    for (const workspace of this.#workspaces.values()) workspace.queued = 0;
    this.#queued = 0;
    return all;
  }

  #count({ workspace }: Lane, more: number): void {
    workspace.queued += more;
    this.#queued += more;
  }

  #leaveQuick({ workspace }: Lane): void {
    this.#quick -= 1;
    workspace.quick -= 1;
    this.#callParked(workspace);
  }

  /** A place of a workspace goes to the first who has something to send. */
  #callParked({ parked }: Workspace): void {
    for (let lane = parked.shift(); lane !== undefined; lane = parked.shift()) {
      lane.isReady = false;
      this.#offer(lane);
      if (lane.isReady) return;
    }
  }

  /** At the end of the line, if it has something to send and is not in it yet. */
  #offer(lane: Lane): void {
    if (lane.isReady || lane.queue.length === 0 || lane.open >= lane.width) return;
    lane.isReady = true;
    this.#ready.push(lane);
  }

  #laneOf({ endpointId, workspaceId }: Claimed): Lane {
    const known = this.#lanes.get(endpointId);
    if (known !== undefined) return known;
    const workspace = this.#workspaces.get(workspaceId) ?? { queued: 0, quick: 0, parked: [] };
    this.#workspaces.set(workspaceId, workspace);
    const lane: Lane = { endpointId, workspace, queue: [], open: 0, slow: 0, width: 1, isReady: false };
    this.#lanes.set(endpointId, lane);
    return lane;
  }
}
