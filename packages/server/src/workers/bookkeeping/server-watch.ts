// Compares the mail server and the OIDC provider of the settings with those that the store allows, and reports what differs.

import type { ConfiguredServers } from '@rf-indicators/core/accounts/sign-in-servers';
import type { Context } from '@rf-indicators/core/context/context';

const EVERY_MS = 30_000;

export class ServerWatch {
  readonly #context: Context;
  readonly #servers: ConfiguredServers;
  readonly #report: (problems: string[]) => void;
  #isSettled = false;
  #lastCheck = Number.NEGATIVE_INFINITY;
  #told = '';

  constructor(context: Context, servers: ConfiguredServers, report: (problems: string[]) => void) {
    this.#context = context;
    this.#servers = servers;
    this.#report = report;
  }

  /** Call this often; it reads the store twice a minute. */
  async check(): Promise<void> {
    const isConfigured = Object.values(this.#servers).some((server) => server !== null);
    if (this.#isSettled && !isConfigured) return;
    if (performance.now() - this.#lastCheck < EVERY_MS) return;
    // It loads the table of acts, for which the start of the service need not wait.
    const { serverProblem, serverStates, settleServers } = await import(
      '@rf-indicators/core/accounts/sign-in-servers'
    );
    if (!this.#isSettled) await settleServers(this.#context, this.#servers, { isService: true });
    this.#isSettled = true;
    if (!isConfigured) return;
    this.#lastCheck = performance.now();
    const states = await serverStates(this.#context.store.db, this.#servers);
    const problems = states.map(serverProblem).filter((problem) => problem !== null);
    const told = problems.join('\n');
    if (told !== this.#told) this.#report(problems);
    this.#told = told;
  }
}
