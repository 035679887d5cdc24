// Schedules the sending of claimed deliveries: one lane for each endpoint, served in turn. A lane starts with one send
// at a time and widens with each success, so that a new receiver, or one that hangs, takes only one slot. A send that
// is open for a long time no longer counts against the limits for quick sends: it only waits for its receiver.

import type { Claimed, DueEndpoint, Wanted } from './claims.ts';

export interface LaneLimits {
  /** Concurrent sends to one endpoint. */
  perEndpoint: number;
  /** Concurrent sends of one workspace, without slow ones. */
  perWorkspace: number;
  /** Concurrent sends of this process, without slow ones. */
  quick: number;
  /** All concurrent sends of this process. */
  total: number;
}

export const DEFAULT_LIMITS: LaneLimits = { perEndpoint: 8, perWorkspace: 64, quick: 512, total: 4096 };

/** Lanes are filled in advance, so that they do not wait for the store: limits for one lane and for all lanes. */
const ROUNDS_AHEAD = 6;
const ROUNDS_AHEAD_IN_ALL = 16;
const MOST_AHEAD = 4096;
const IDLE_LANES_KEPT = 10_000;

interface Workspace {
  /** Claimed, but not sent yet. */
  queued: number;
  quick: number;
  parked: Lane[];
}

interface Lane {
  endpointId: string;
  workspace: Workspace;
  queue: Claimed[];
  open: number;
  /** The number of open sends that are slow. */
  slow: number;
  width: number;
  isReady: boolean;
}

/** A send in progress. */
export interface Slot {
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

  /** How many deliveries may be queued. Slots of slow receivers are not counted, because they send nothing else. */
  get #ahead(): number {
    const { quick, total } = this.#limits;
    const slots = Math.min(quick, total - (this.#open - this.#quick));
    return Math.min(slots * ROUNDS_AHEAD_IN_ALL, MOST_AHEAD);
  }

  /** Whether to claim more after this send. Claiming takes as long as many sends, so it must start early. */
  runsLow({ lane }: Slot): boolean {
    return this.#queued < this.#ahead / 2 && lane.queue.length <= (lane.width * ROUNDS_AHEAD) / 2;
  }

  /** Chooses how many due deliveries to claim: enough that no lane runs dry, and no more. */
  choose(due: readonly DueEndpoint[]): Wanted[] {
    const wanted: Wanted[] = [];
    if (this.#ahead === 0) return wanted;
    let room = this.#ahead - this.#queued;
    /** Including those chosen here. */
    const queued = new Map<string, number>();
    for (const endpoint of due) {
      const { endpointId, workspaceId } = endpoint;
      const before = queued.get(workspaceId) ?? this.#workspaces.get(workspaceId)?.queued ?? 0;
      // A workspace with nothing queued always gets room, however much others have queued.
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
    // Nothing is queued behind a slow receiver.
    if (lane.slow > 0) return Math.max(0, lane.width - lane.open - lane.queue.length);
    // Whole rounds, so that many endpoints get the same number and one statement can claim for all of them.
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

  /** The next delivery to send, with its slot; null if there is none or no free slot. */
  take(now: number): { claimed: Claimed; slot: Slot } | null {
    while (this.#quick < this.#limits.quick && this.#open < this.#limits.total) {
      const lane = this.#ready.shift();
      if (lane === undefined) return null;
      lane.isReady = false;
      if (lane.queue.length === 0 || lane.open >= lane.width) {
        // It may have been offered a slot that a parked lane can use.
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
      return { claimed, slot: { lane, startedAt: now, isSlow: false } };
    }
    return null;
  }

  /** Marks a send as slow. Returns the deliveries queued behind it, which are to be released. */
  markSlow(slot: Slot): Claimed[] {
    const { lane } = slot;
    slot.isSlow = true;
    lane.slow += 1;
    this.#leaveQuick(lane);
    const behind = lane.queue.splice(0);
    this.#count(lane, -behind.length);
    return behind;
  }

  finish(slot: Slot, { succeeded, hung }: { succeeded: boolean; hung: boolean }): void {
    const { lane } = slot;
    lane.open -= 1;
    this.#open -= 1;
    if (slot.isSlow) lane.slow -= 1;
    else this.#leaveQuick(lane);
    if (hung) lane.width = 1;
    else if (succeeded) lane.width = Math.min(lane.width * 2, this.#limits.perEndpoint);
    this.#offer(lane);
    if (this.#lanes.size > IDLE_LANES_KEPT && lane.open === 0 && lane.queue.length === 0) {
      this.#lanes.delete(lane.endpointId);
    }
  }

  /** Removes and returns everything that is queued, which is to be released. */
  drain(): Claimed[] {
    const all = [...this.#lanes.values()].flatMap(({ queue }) => queue.splice(0));
    for (const workspace of this.#workspaces.values()) workspace.queued = 0;
    this.#queued = 0;
    return all;
  }

  /** Removes and returns what is queued for one workspace, which is to be released. */
  drainWorkspace(workspaceId: string): Claimed[] {
    const workspace = this.#workspaces.get(workspaceId);
    if (workspace === undefined || workspace.queued === 0) return [];
    const lanes = [...this.#lanes.values()].filter((lane) => lane.workspace === workspace);
    const queued = lanes.flatMap(({ queue }) => queue.splice(0));
    this.#queued -= queued.length;
    workspace.queued = 0;
    return queued;
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

  /** Offers a free slot of the workspace to the first parked lane that has something to send. */
  #callParked({ parked }: Workspace): void {
    for (let lane = parked.shift(); lane !== undefined; lane = parked.shift()) {
      lane.isReady = false;
      this.#offer(lane);
      if (lane.isReady) return;
    }
  }

  /** Adds the lane to the end of the ready queue, if it can send and is not in it yet. */
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
