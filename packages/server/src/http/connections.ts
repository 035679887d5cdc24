// Limits the connections of clients: in all, per address, and the time without progress while a client does not read
// its response. At a limit, a new connection replaces the one that has waited longest for its own client, so that
// clients that send or read nothing do not keep others out.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress, isTrustedProxy, type TrustedProxies } from './limits/client-address.ts';
import { HEALTH_CONNECTIONS } from './open-files.ts';
import { readInTurn } from './read-in-turn.ts';

export interface ConnectionLimits {
  inAll: number;
  perAddress: number;
  /** How long a client may read nothing while a response is being sent to it. */
  writeTimeoutMs: number;
}

const HEALTH_PATHS: ReadonlySet<string> = new Set(['/api/health', '/readyz', '/metrics']);
const CHECK_MS = 1000;
/** How many connections are considered for replacement, so that a flood of connections stays cheap to refuse. */
const MOST_CONSIDERED = 256;

interface Connection {
  readonly socket: Socket;
  /** Connections with the same address; null for a trusted proxy, which connects for many clients. */
  readonly group: Set<Connection> | null;
  readonly address: string;
  /** Accepted beyond the limit, so it is for health checks only. */
  isForHealth: boolean;
  /** Whether nothing more is read from it. */
  isEnding: boolean;
  /** The response to the last request; null if it was sent before the last check. */
  response: ServerResponse | null;
  /** The response to the request before it, which finishes first. */
  earlier: ServerResponse | null;
  /** The check before the last request. */
  usedAt: number;
  /** Bytes that the client has not read at the last check; 0 if there were none. */
  unread: number;
  sent: number;
  /** When the client last read something, if `unread` is not 0. */
  readAt: number;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #trusted: TrustedProxies;
  /** Least recently used first. */
  readonly #all = new Set<Connection>();
  readonly #byAddress = new Map<string, Set<Connection>>();
  readonly #bySocket = new Map<Socket, Connection>();
  #checks = 0;
  /** All that there ever were, also those that were refused. */
  #offered = 0;
  #refused = 0;
  #replaced = 0;
  #timedOut = 0;
  /** Servers that listen: staff may have one of their own. */
  #servers = 0;
  #checking: NodeJS.Timeout | null = null;

  constructor(limits: ConnectionLimits, trusted: TrustedProxies) {
    this.#limits = limits;
    this.#trusted = trusted;
  }

  get counts(): Record<'open' | 'offered' | 'limit' | 'refused' | 'replaced' | 'timedOut', number> {
    return {
      open: this.#all.size,
      offered: this.#offered,
      limit: this.#limits.inAll,
      refused: this.#refused,
      replaced: this.#replaced,
      timedOut: this.#timedOut,
    };
  }

  /** For each server that begins to listen. */
  startChecking(): void {
    this.#servers += 1;
    this.#checking ??= setInterval(() => this.check(performance.now()), CHECK_MS).unref();
  }

  /** For each server that is closed. */
  stopChecking(): void {
    this.#servers -= 1;
    if (this.#servers > 0) return;
    if (this.#checking !== null) clearInterval(this.#checking);
    this.#checking = null;
  }

  /** Counts a new connection, or closes it if there is no room. */
  accept(socket: Socket): void {
    this.#offered += 1;
    const address = clientAddress(socket.remoteAddress, undefined, null);
    const group = isTrustedProxy(socket.remoteAddress, this.#trusted) ? null : this.#groupOf(address);
    const { inAll, perAddress } = this.#limits;
    const hasRoom =
      (group === null || this.#makeRoom(group, perAddress)) &&
      (this.#makeRoom(this.#all, inAll) || this.#all.size < inAll + HEALTH_CONNECTIONS);
    if (!hasRoom) {
      this.#refused += 1;
      socket.destroy();
      return;
    }
    const connection: Connection = {
      socket,
      group,
      address,
      isForHealth: this.#all.size >= inAll,
      isEnding: false,
      response: null,
      earlier: null,
      usedAt: this.#checks,
      unread: 0,
      sent: 0,
      readAt: 0,
    };
    this.#all.add(connection);
    this.#bySocket.set(socket, connection);
    if (group !== null) {
      group.add(connection);
      this.#byAddress.set(address, group);
    }
    socket.once('close', () => this.#forget(connection));
    readInTurn(socket, () => connection.response);
  }

  /** Records a request. Returns false if there is no room for it, because it is not a health check. */
  admits({ socket, url }: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#bySocket.get(socket);
    if (connection === undefined) return true;
    connection.earlier = connection.response;
    connection.response = response;
    this.#use(connection);
    if (!connection.isForHealth) return true;
    connection.isForHealth = this.#all.size > this.#limits.inAll;
    return !connection.isForHealth || HEALTH_PATHS.has(url!.split('?', 1)[0]!);
  }

  /** The responses in progress are the last of their connections: the process stops. */
  closeAfterResponses(): void {
    for (const { response } of this.#all)
      if (response !== null && !response.headersSent) response.shouldKeepAlive = false;
  }

  /** Runs `act` when the responses to all complete requests of the connection are sent, and only the first time. */
  afterResponses(socket: Socket, act: () => void): void {
    const connection = this.#bySocket.get(socket);
    if (connection === undefined || connection.isEnding) return;
    connection.isEnding = true;
    const { response, earlier } = connection;
    // A request that will never be complete may never get its own response.
    const last = response === null || response.req.complete || response.headersSent ? response : earlier;
    if (last !== null && isUnfinished(last)) last.once('finish', act);
    else act();
  }

  /** Closes connections whose client does not read. Runs every second. */
  check(now: number): void {
    this.#checks += 1;
    for (const connection of this.#all) {
      const { socket, response } = connection;
      if (response !== null && !isUnfinished(response)) {
        // Idle connections must not keep their last request in memory.
        connection.response = null;
        connection.earlier = null;
      }
      const unread = socket.writableLength === 0 ? 0 : queuedBytes(socket);
      const sent = unread === 0 ? 0 : socket.bytesWritten - socket.writableLength;
      const hasRead = connection.unread === 0 || unread < connection.unread || sent !== connection.sent;
      connection.unread = unread;
      connection.sent = sent;
      if (hasRead) connection.readAt = now;
      else if (now - connection.readAt >= this.#limits.writeTimeoutMs) {
        this.#timedOut += 1;
        this.#close(connection);
      }
    }
  }

  #groupOf(address: string): Set<Connection> {
    return this.#byAddress.get(address) ?? new Set();
  }

  /** Moves the connection to the end of its sets: each time if they are filling up, otherwise once between two checks. */
  #use(connection: Connection): void {
    const { group } = connection;
    const { inAll, perAddress } = this.#limits;
    const isCrowded = this.#all.size * 2 > inAll || (group !== null && group.size * 2 > perAddress);
    if (connection.usedAt === this.#checks && !isCrowded) return;
    connection.usedAt = this.#checks;
    if (this.#all.delete(connection)) this.#all.add(connection);
    if (group?.delete(connection)) group.add(connection);
  }

  /** Closes connections that wait for their clients, least recently used first, until one more fits. */
  #makeRoom(connections: ReadonlySet<Connection>, limit: number): boolean {
    let considered = 0;
    for (const connection of connections) {
      if (connections.size < limit || considered >= MOST_CONSIDERED) break;
      considered += 1;
      if (!waitsForClient(connection)) continue;
      this.#replaced += 1;
      this.#close(connection);
    }
    return connections.size < limit;
  }

  #close(connection: Connection): void {
    this.#forget(connection);
    // A reset frees what the system still holds for a client that does not read. Other clients may still be receiving
    // the end of their response, which a reset would cut off.
    const { socket, unread } = connection;
    // Node never closes a socket that is reset while it is shut down.
    const isShuttingDown = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0;
    if (unread > 0 && !isShuttingDown) socket.resetAndDestroy();
    else socket.destroy();
  }

  #forget(connection: Connection): void {
    const { socket, group, address } = connection;
    this.#all.delete(connection);
    this.#bySocket.delete(socket);
    if (group?.delete(connection) && group.size === 0) this.#byAddress.delete(address);
  }
}

/** Whether the client has to act next: send a request or the rest of it, or read a response. */
function waitsForClient({ response, unread, readAt }: Connection): boolean {
  if (response === null || !isUnfinished(response) || !response.req.complete) return true;
  return unread > 0 && performance.now() - readAt >= CHECK_MS;
}

function isUnfinished(response: ServerResponse): boolean {
  return !response.writableFinished && !response.destroyed;
}

/**
 * The bytes of the current write that the system has not taken yet. Node uses the same number for its socket timeouts,
 * but it restarts those when the client sends something, so that a client that only sends would never time out.
 */
function queuedBytes(socket: Socket): number {
  return (socket as Socket & { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0;
}
