// The open streams of live news. While there are any, the news of all of them is read once a second, together with whether
// their sessions are still valid. There is no topic to wait for: moving one with every attempt would make the deliverers
// of all nodes wait for each other.

import type { ServerResponse } from 'node:http';
import type { Follower, News, NewsRequest } from '../messages.ts';
import type { LiveSubject } from './subjects.ts';

const READ_MS = 1000;
/** An attempt is recorded after it ended, and the clocks of nodes differ: what moved this long ago is read again. */
const OVERLAP_MS = 5000;
/** Proxies close connections that are silent. */
const HEARTBEAT_MS = 15_000;
/** Without news for this long, a stream would pretend to be live. */
const LOST_MS = 10_000;
/** Of a client that does not read. */
const MOST_UNREAD_BYTES = 256 * 1024;
export const MOST_PER_PERSON = 4;
const MOST_IN_ALL = 500;

interface Stream extends Follower {
  subject: LiveSubject;
  response: ServerResponse;
  writtenAt: number;
}

export interface LiveStreamsOptions {
  readNews(request: NewsRequest): Promise<News>;
  clock: () => number;
}

export class LiveStreams {
  readonly #options: LiveStreamsOptions;
  readonly #streams = new Set<Stream>();
  #timer: NodeJS.Timeout | null = null;
  #isReading = false;
  #readAt = 0;
  #isStopped = false;

  constructor(options: LiveStreamsOptions) {
    this.#options = options;
  }

  /** Whether there is room for another stream of this person. */
  hasRoomFor(person: string): boolean {
    if (this.#isStopped || this.#streams.size >= MOST_IN_ALL) return false;
    const own = [...this.#streams].filter((stream) => stream.person === person);
    return own.length < MOST_PER_PERSON;
  }

  /** The head of the response has been written. */
  add(follower: Follower, subject: LiveSubject, response: ServerResponse): void {
    const now = this.#options.clock();
    const stream: Stream = { ...follower, subject, response, writtenAt: now };
    this.#streams.add(stream);
    response.once('close', () => this.#remove(stream));
    this.#write(stream, 'retry: 2000\n\n');
    if (this.#timer !== null) return;
    this.#readAt = now;
    this.#timer = setInterval(() => void this.#read(), READ_MS);
  }

  /** Ends all streams: the process stops. */
  stop(): void {
    this.#isStopped = true;
    for (const stream of this.#streams) this.#end(stream);
  }

  async #read(): Promise<void> {
    const now = this.#options.clock();
    if (now - this.#readAt >= LOST_MS) for (const stream of this.#streams) this.#end(stream);
    const streams = [...this.#streams];
    if (this.#isReading || streams.length === 0) return;
    this.#isReading = true;
    try {
      const workspaces = streams.flatMap(({ subject }) => subject.workspaceId ?? []);
      const news = await this.#options.readNews({
        since: Math.floor(this.#readAt - OVERLAP_MS),
        workspaceIds: [...new Set(workspaces)],
        desk: workspaces.length < streams.length,
        followers: streams.map(({ cookie, person, baseUrl }) => ({ cookie, person, baseUrl })),
      });
      this.#readAt = now;
      for (const [at, stream] of streams.entries()) {
        if (!this.#streams.has(stream)) continue;
        if (news.mayFollow[at] === true) this.#tell(stream, news, now);
        else this.#end(stream, 'event: ended\ndata:\n\n');
      }
    } catch {
      // The reading thread has reported the fault. The next round tries again.
    } finally {
      this.#isReading = false;
    }
  }

  #tell(stream: Stream, news: News, now: number): void {
    const events = stream.subject.eventsOf(news);
    if (events !== '') this.#write(stream, events);
    else if (now - stream.writtenAt >= HEARTBEAT_MS) this.#write(stream, ':\n\n');
  }

  #write(stream: Stream, text: string): void {
    const { response } = stream;
    if (response.destroyed) return;
    stream.writtenAt = this.#options.clock();
    response.write(text);
    if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
  }

  #end(stream: Stream, lastWords?: string): void {
    this.#remove(stream);
    stream.response.end(lastWords);
  }

  #remove(stream: Stream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
