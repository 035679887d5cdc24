// Generated from packages/contract by `npm run generate`. Do not edit.

import { type Read, rows } from '../read.ts';
import type { ResponsePromise } from '../response.ts';
import type { RequestOptions } from '../settings.ts';
import type {
  GetChangelogQuery,
  GetPublicHistoryQuery,
  GetScoreChangesQuery,
  GetScoreHistoryQuery,
  GetScorePeersQuery,
  GetScoreQuery,
  GetUsageQuery,
  ListEventsQuery,
  ListIssuancesQuery,
  ListPublicHistoriesQuery,
  ListScoresQuery,
} from './queries.ts';
import type {
  Changelog,
  ChangelogEntry,
  ComputationAnswer,
  Confirmation,
  EventList,
  HistoryEntry,
  HistoryStep,
  Issuance,
  IssuanceList,
  ListedEvent,
  Methodology,
  MethodologyDifferences,
  ProviderHistory,
  PublicHistories,
  PublicHistory,
  PublicScores,
  ScoreChanges,
  ScoreHistory,
  ScoreList,
  ScorePeers,
  ScoreRequestOutcome,
  ScoreRow,
  ScoreSnapshot,
  SigningKeys,
  Status,
  Usage,
  UsageRow,
  Verification,
} from './wire.ts';

/** A method for each read operation, and an iterator for each list that has pages. */
export class ReadMethods {
  readonly #read: Read;

  constructor(read: Read) {
    this.#read = read;
  }

  /** List the indicators of all providers. Returns the current indicator of every provider, sorted by name and then by id. Withdrawn indicators are not listed. Without limit, all rows are returned at once. Requires an API key with the scores entitlement. */
  listScores(query?: ListScoresQuery, options?: RequestOptions): ResponsePromise<ScoreList> {
    return this.#read('listScores', {}, query, options);
  }

  /** Iterates over the rows of listScores, requesting one page at a time. */
  iterateScores(query?: ListScoresQuery, options?: RequestOptions): AsyncGenerator<ScoreRow, void, void> {
    return rows((page) => this.listScores(page, options), { ...query, limit: query?.limit ?? 100 });
  }

  /** Get the indicator of one provider. Returns the current indicator with the criterion breakdown, the decision object and the commentary. Requires an API key with the scores entitlement. */
  getScore(
    providerId: string,
    query?: GetScoreQuery,
    options?: RequestOptions,
  ): ResponsePromise<ScoreSnapshot> {
    return this.#read('getScore', { providerId }, query, options);
  }

  /** List all published indicators of one provider. Returns all published indicators, newest publication first, including renewals and superseded, corrected and withdrawn ones. Requires an API key with the scores entitlement. */
  getHistory(
    providerId: string,
    query?: GetScoreHistoryQuery,
    options?: RequestOptions,
  ): ResponsePromise<ScoreHistory> {
    return this.#read('getScoreHistory', { providerId }, query, options);
  }

  /** Iterates over the rows of getHistory, requesting one page at a time. */
  iterateHistory(
    providerId: string,
    query?: GetScoreHistoryQuery,
    options?: RequestOptions,
  ): AsyncGenerator<HistoryEntry, void, void> {
    return rows((page) => this.getHistory(providerId, page, options), query);
  }

  /** Explain why the score of one provider changed. Splits the difference between two published indicators into parts that add up to it exactly. Without parameters, it compares the current indicator with the previous one, skipping renewals. Requires an API key with the scores entitlement. */
  getChanges(
    providerId: string,
    query?: GetScoreChangesQuery,
    options?: RequestOptions,
  ): ResponsePromise<ScoreChanges> {
    return this.#read('getScoreChanges', { providerId }, query, options);
  }

  /** Compare one provider with others of its type. Returns the current indicator of the provider between those of the same type that are nearest by score, safest first, each with its rank and the score of each module. Requires an API key with the scores entitlement. */
  getPeers(
    providerId: string,
    query?: GetScorePeersQuery,
    options?: RequestOptions,
  ): ResponsePromise<ScorePeers> {
    return this.#read('getScorePeers', { providerId }, query, options);
  }

  /** Get the current framework. Returns the version, module weights, criteria, hard rules, thresholds, rounding and sign-off of the current framework, and a list of all versions. Requires an API key with the methodology entitlement. */
  getMethodology(options?: RequestOptions): ResponsePromise<Methodology> {
    return this.#read('getMethodology', {}, undefined, options);
  }

  /** Get the computation package of a published indicator. Returns the inputs, framework, result, statement, signature and log entry: everything needed to recompute the indicator bit for bit. Superseded, corrected and withdrawn indicators stay available. Requires an API key with the computation entitlement. */
  getComputation(verificationId: string, options?: RequestOptions): ResponsePromise<ComputationAnswer> {
    return this.#read('getComputation', { id: verificationId }, undefined, options);
  }

  /** List upcoming issuances. Returns issuances that are announced or pricing. If the issuer has a current indicator, its score, band and date are shown too. They are about the issuer, not about the issued security. Requires an API key. */
  listIssuances(query?: ListIssuancesQuery, options?: RequestOptions): ResponsePromise<IssuanceList> {
    return this.#read('listIssuances', {}, query, options);
  }

  /** Iterates over the rows of listIssuances, requesting one page at a time. */
  iterateIssuances(
    query?: ListIssuancesQuery,
    options?: RequestOptions,
  ): AsyncGenerator<Issuance, void, void> {
    return rows((page) => this.listIssuances(page, options), query);
  }

  /** List events. Returns the events of the workspace in the order of their sequence numbers, in the form in which webhooks send them: for catching up after missed deliveries, or instead of an endpoint. The detail of a score is included if the key is entitled to the scores operations. Requires an API key. */
  listEvents(query?: ListEventsQuery, options?: RequestOptions): ResponsePromise<EventList> {
    return this.#read('listEvents', {}, query, options);
  }

  /** Iterates over the rows of listEvents, requesting one page at a time. */
  iterateEvents(query?: ListEventsQuery, options?: RequestOptions): AsyncGenerator<ListedEvent, void, void> {
    return rows((page) => this.listEvents(page, options), query);
  }

  /** Get the usage of the key. Returns the number of accepted and refused requests of the key of this request, by hour and operation, newest first, and the rate limit that it shares with other keys. Members of the workspace can list the usage of all its keys. Requires an API key. */
  getUsage(query?: GetUsageQuery, options?: RequestOptions): ResponsePromise<Usage> {
    return this.#read('getUsage', {}, query, options);
  }

  /** Iterates over the rows of getUsage, requesting one page at a time. */
  iterateUsage(query?: GetUsageQuery, options?: RequestOptions): AsyncGenerator<UsageRow, void, void> {
    return rows((page) => this.getUsage(page, options), query);
  }

  /** Get the service status. Returns uptime, data freshness, component status and the framework version. The response is 200 even when the service is degraded. Works without an API key. */
  getStatus(options?: RequestOptions): ResponsePromise<Status> {
    return this.#read('getStatus', {}, undefined, options);
  }

  /** List headline scores. Returns the score and band of every provider, sorted by name, and whether the indicator is stale. The criterion breakdown and the decision object are not included. Works without an API key. */
  listPublicScores(options?: RequestOptions): ResponsePromise<PublicScores> {
    return this.#read('listPublicScores', {}, undefined, options);
  }

  /** List what was served in the last 90 days. Returns the headline steps of every provider in the last 90 days, sorted by name: score, band, whether the indicator was stale, and from when until when it was served. Withdrawn providers are listed if they were served in that period. Works without an API key. */
  listPublicHistories(
    query?: ListPublicHistoriesQuery,
    options?: RequestOptions,
  ): ResponsePromise<PublicHistories> {
    return this.#read('listPublicHistories', {}, query, options);
  }

  /** Iterates over the rows of listPublicHistories, requesting one page at a time. */
  iteratePublicHistories(
    query?: ListPublicHistoriesQuery,
    options?: RequestOptions,
  ): AsyncGenerator<ProviderHistory, void, void> {
    return rows((page) => this.listPublicHistories(page, options), query);
  }

  /** Get what was served about a provider. Returns the headline steps of a provider since its first indicator, newest first. A corrected indicator keeps its step, because it was served; the kind of the next step is correction. Between a withdrawal and a reinstatement there is no step. Works without an API key. */
  getPublicHistory(
    slug: string,
    query?: GetPublicHistoryQuery,
    options?: RequestOptions,
  ): ResponsePromise<PublicHistory> {
    return this.#read('getPublicHistory', { slug }, query, options);
  }

  /** Iterates over the rows of getPublicHistory, requesting one page at a time. */
  iteratePublicHistory(
    slug: string,
    query?: GetPublicHistoryQuery,
    options?: RequestOptions,
  ): AsyncGenerator<HistoryStep, void, void> {
    return rows((page) => this.getPublicHistory(slug, page, options), query);
  }

  /** List changes to indicators. Returns published changes, newest first. Renewals are not listed, because they change neither score, band nor caps. Works without an API key. */
  getChangelog(query?: GetChangelogQuery, options?: RequestOptions): ResponsePromise<Changelog> {
    return this.#read('getChangelog', {}, query, options);
  }

  /** Iterates over the rows of getChangelog, requesting one page at a time. */
  iterateChangelog(
    query?: GetChangelogQuery,
    options?: RequestOptions,
  ): AsyncGenerator<ChangelogEntry, void, void> {
    return rows((page) => this.getChangelog(page, options), query);
  }

  /** Get what a framework version changes. Returns the old and the new score and band of every provider that had a current indicator when the version was announced. The list is published with the announcement, before the version takes effect. The first version has none. Works without an API key. */
  getMethodologyDifferences(
    version: string,
    options?: RequestOptions,
  ): ResponsePromise<MethodologyDifferences> {
    return this.#read('getMethodologyDifferences', { version }, undefined, options);
  }

  /** Get the outcome of a score request. Returns the status of a score request and, once it is scored, the provider. Keep the request_id of the receipt: it is the only way to find the request. Works without an API key. */
  getScoreRequest(requestId: string, options?: RequestOptions): ResponsePromise<ScoreRequestOutcome> {
    return this.#read('getScoreRequest', { request_id: requestId }, undefined, options);
  }

  /** Verify a published indicator. Returns the signed statement, its log entry, whether the indicator is still current, and whether it is stale. Verify the signature with a key that you have pinned: a key taken from a response proves nothing. Works without an API key. */
  verifyIndicator(verificationId: string, options?: RequestOptions): ResponsePromise<Verification> {
    return this.#read('verifyIndicator', { verification_id: verificationId }, undefined, options);
  }

  /** Get the proof of a confirmation. Returns the signed record of a run that confirmed indicators, the list of their verification ids, and the log entry of the record. A run confirms an indicator if its inputs and its score have not changed. Works without an API key. */
  getConfirmation(run: string, options?: RequestOptions): ResponsePromise<Confirmation> {
    return this.#read('getConfirmation', { run }, undefined, options);
  }

  /** List the signing keys. Returns all keys that have ever been used for signing, with their validity periods. Each key rotation is a log entry that both keys signed. Works without an API key. */
  listSigningKeys(options?: RequestOptions): ResponsePromise<SigningKeys> {
    return this.#read('listSigningKeys', {}, undefined, options);
  }
}
