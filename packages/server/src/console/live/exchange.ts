// Messages between the streams of live news and the thread that reads for them.

import type { OpenRow, Presence } from '@rf-indicators/core/desk/presence';
import type { TopicVersions } from '@rf-indicators/core/store/change-bus';
import type { MovedDeliveries } from '@rf-indicators/core/webhooks/moved-deliveries';

/** Who follows a workspace or the desk, as the request for the stream said it. */
export interface Follower {
  /** The Cookie header with the session. */
  cookie: string;
  person: string;
  /** The address of the pages that the session belongs to. */
  baseUrl: string;
}

export interface NewsRequest {
  since: number;
  workspaceIds: string[];
  /** Whether anybody follows the desk. */
  desk: boolean;
  followers: Follower[];
}

/** What pages of the desk need to know. */
export interface DeskNews {
  versions: TopicVersions;
  open: OpenRow[];
}

export interface News {
  /** By workspace; those where nothing moved are absent. */
  moved: Map<string, MovedDeliveries>;
  /** null if nobody follows the desk. */
  desk: DeskNews | null;
  /** Which of the followers may still follow, in the order of the request. */
  mayFollow: boolean[];
}

export interface PresenceRequest extends Presence {
  staffId: string;
}
