// Messages between the streams of live news and the thread that reads for them.

import type { MovedDeliveries } from '@rf-indicators/core/webhooks/moved-deliveries';

/** Who follows a workspace, as the request for the stream said it. */
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
  followers: Follower[];
}

export interface News {
  /** By workspace; those where nothing moved are absent. */
  moved: Map<string, MovedDeliveries>;
  /** Which of the followers may still follow, in the order of the request. */
  mayFollow: boolean[];
}
