// The settings of the service: one table, from which parsing, the help of rf serve and the table in the docs follow, and
// the configuration that is made from them. The defaults suit local development.

import os from 'node:os';
import path from 'node:path';
import type { PublishingPolicy } from '@rf-indicators/core/desk/runs/policy';
import type { MailSettings, OidcSettings } from '../identity/settings.ts';
import { type Branding, PUBLIC_BREAKDOWNS } from '../rendering/pages/site.ts';
import { SAMPLERS, type TracingSettings } from '../tracing/settings.ts';
import { ConfigError } from './config-error.ts';
import {
  type Address,
  address,
  anyPath,
  anyText,
  collectorUrl,
  colour,
  count,
  days,
  endOfDate,
  type Form,
  headerList,
  hundredths,
  link,
  logoFile,
  metricsAddress,
  oneOf,
  origin,
  portNumber,
  redisUrl,
  sessionLimits,
  share,
  siteName,
  trustedProxies,
  witnessList,
  yesOrNo,
} from './setting-forms.ts';

interface Setting<T> {
  what: string;
  /** As the help and the docs show it. */
  default: string;
  read(text: string | undefined, name: string): T;
}

function withDefault<T>(text: string, form: Form<T>, what: string): Setting<T> {
  return { what, default: text, read: (given, name) => form(given || text, name) };
}

/** null unless it is set. */
function optional<T>(form: Form<T>, what: string, shown = 'none'): Setting<T | null> {
  return { what, default: shown, read: (given, name) => (given ? form(given, name) : null) };
}

export const SETTINGS = {
  HOST: withDefault('127.0.0.1', anyText, 'address to listen on'),
  PORT: withDefault('8080', portNumber, 'port to listen on; 0 chooses any free port'),
  RF_DATA_DIR: withDefault('./data', anyPath, 'folder for all data of the service'),
  RF_BASE_URL: optional(
    origin,
    'public address of the service, used in links',
    'http://HOST:PORT; http://localhost:PORT in the demo',
  ),
  DATABASE_URL: optional(anyText, 'PostgreSQL database to use instead of the data folder'),
  RF_REDIS_URL: optional(redisUrl, 'Redis or Valkey that counts the rate limits of all nodes together'),
  RF_MASTER_KEY: optional(
    anyText,
    'key that encrypts stored secrets: 32 bytes in base64',
    'RF_DATA_DIR/master.key',
  ),
  RF_VERIFIER_KEY: optional(
    anyText,
    'the pinned public key that the store is checked against, as rf init printed it',
    'the file verifier.pub in RF_DATA_DIR',
  ),
  RF_CHECKPOINT_FILE: optional(
    anyText,
    'file that records every checkpoint (off: none); another disk is better',
    'checkpoints.jsonl in RF_DATA_DIR',
  ),
  RF_WITNESSES: optional(
    witnessList,
    'witnesses that cosign checkpoints: "KEY URL", several separated by commas',
  ),
  RF_WITNESS_QUORUM: optional(
    count(),
    'how many witnesses must cosign; fewer are reported, and never stop publishing',
    'more than half of RF_WITNESSES',
  ),
  RF_DRIFT: withDefault(
    '1.00',
    hundredths,
    'drift in points since the last news from which a score change is news again',
  ),
  RF_STALE_DAYS: withDefault('14', days, 'days that an indicator stays current after its gate has expired'),
  RF_DAILY_RUN: withDefault(
    'publish',
    oneOf('off', 'draft', 'publish'),
    'daily run while the service is running (off, draft or publish); what needs a second person waits',
  ),
  RF_DEMO_UNTIL: optional(endOfDate, 'last day of the demo data', 'today'),
  RF_MEMORY_MIB: withDefault('512', count(1), 'memory budget for prepared responses'),
  RF_NODE: optional(
    anyText,
    'name of this process, unique among those that share a store',
    'host name and PORT',
  ),
  RF_TRUST_PROXY: withDefault(
    'none',
    trustedProxies,
    'proxies whose X-Forwarded-For is trusted: addresses, CIDR ranges, loopback',
  ),
  RF_METRICS: withDefault(
    'off',
    metricsAddress,
    'Prometheus metrics: off, loopback (clients on this machine only), or HOST:PORT',
  ),
  RF_LOG: withDefault(
    'errors',
    oneOf('requests', 'errors'),
    'what is logged: errors, or requests (one JSON line per request, and errors)',
  ),
  RF_LIMIT_PUBLIC_SCORES: withDefault('60', count(), 'requests for public scores per minute per address'),
  RF_LIMIT_SCORE_REQUESTS: withDefault('5', count(), 'score requests per hour per address'),
  RF_LIMIT_SCORE_REQUESTS_IN_ALL: withDefault(
    '500',
    count(),
    'score requests per hour for all addresses together',
  ),
  RF_WEBHOOK_LOOPBACK: optional(
    yesOrNo,
    'whether webhooks may go to loopback addresses and without https (yes or no)',
    'no; yes in the demo',
  ),
  RF_LIMIT_FAILED_KEYS: withDefault(
    '30',
    count(),
    'requests with an invalid key or token per minute per address',
  ),
  RF_LIMIT_CONSOLE: withDefault('1200', count(1), 'requests to the console per minute per person'),
  RF_LIMIT_CONSOLE_PER_ADDRESS: withDefault(
    '4800',
    count(1),
    'requests to the console per minute per address',
  ),
  RF_STAFF_ADDRESS: optional(
    address,
    'HOST:PORT on which alone staff can act; without it, they act where everyone reads',
  ),
  RF_STAFF_URL: optional(
    origin,
    'the address at which staff reach RF_STAFF_ADDRESS, such as the name of a proxy',
    'http://RF_STAFF_ADDRESS',
  ),
  RF_LIMIT_CONNECTIONS: withDefault(
    '10000',
    count(1),
    'open connections of clients; fewer if the process may not open that many files',
  ),
  RF_LIMIT_CONNECTIONS_PER_ADDRESS: withDefault(
    '1000',
    count(1),
    'open connections per address; proxies in RF_TRUST_PROXY are exempt',
  ),
  RF_WRITE_TIMEOUT: withDefault(
    '30',
    count(1),
    'seconds after which a client that does not read its response is disconnected',
  ),
  RF_SESSION_STAFF: withDefault(
    '30m 12h',
    sessionLimits,
    'sessions of staff: how long they may be idle, and how long they last at most (m, h or d)',
  ),
  RF_SESSION_MEMBERS: withDefault(
    '12h 30d',
    sessionLimits,
    'sessions of members of workspaces: idle and absolute limit',
  ),
  RF_OIDC_ISSUER: optional(
    anyText,
    'issuer of the OIDC provider with which people can sign in; its redirect is BASE_URL/api/auth/callback/oidc',
  ),
  RF_OIDC_CLIENT_ID: optional(anyText, 'client id at the OIDC provider'),
  RF_OIDC_CLIENT_SECRET: optional(anyText, 'client secret at the OIDC provider'),
  RF_SMTP_URL: optional(
    anyText,
    'mail server for invitations and resets (smtp: or smtps:); without one, operators are shown the links',
  ),
  RF_MAIL_FROM: optional(anyText, 'sender of mails; required with RF_SMTP_URL'),
  RF_SITE_NAME: withDefault('RF Risk Indicators', siteName, 'name of the service on its pages'),
  RF_SITE_LOGO: optional(
    logoFile,
    'file with a logo for the header: SVG, PNG or WebP',
    'the mark of the four bands',
  ),
  RF_SITE_COLOUR: optional(colour, 'colour of a rule above the header, such as #24389c'),
  RF_PUBLIC_BREAKDOWN: withDefault(
    'headline',
    oneOf(...PUBLIC_BREAKDOWNS),
    'how much of a score pages show to everybody: headline, modules (module scores, hard rules, the score before them) or everything (also criteria, inputs and evidence). The public API, feeds and badges show the headline only',
  ),
  RF_IMPRINT_URL: optional(link, 'link to the imprint, at the foot of every page'),
  RF_PRIVACY_URL: optional(link, 'link to the privacy notice, at the foot of every page'),
  RF_CONTACT_URL: optional(link, 'where to ask for access (https: or mailto:), on the page /access'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    collectorUrl,
    'OpenTelemetry collector to which traces are sent, over HTTP; without it, none are recorded',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    headerList,
    'headers for the collector: NAME=VALUE, several separated by commas',
  ),
  OTEL_SERVICE_NAME: withDefault(
    'rf-risk-indicators',
    anyText,
    'name of the service in traces; RF_NODE is the instance',
  ),
  OTEL_TRACES_SAMPLER: withDefault(
    'parentbased_always_on',
    oneOf(...SAMPLERS),
    'which traces are recorded, such as parentbased_traceidratio',
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(
    '1',
    share,
    'share of the traces that a sampler with traceidratio records, from 0 to 1',
  ),
} satisfies Record<string, Setting<unknown>>;

type SettingName = keyof typeof SETTINGS;
type Environment = Readonly<Record<string, string | undefined>>;
/** Gives the value of a setting. */
type Values = <Name extends SettingName>(name: Name) => ReturnType<(typeof SETTINGS)[Name]['read']>;

function valuesOf(env: Environment): Values {
  return (name) => SETTINGS[name].read(env[name], name) as never;
}

/** For help and docs, in the order of the table. */
export const SETTING_LIST = Object.entries(SETTINGS).map(([name, { what, default: shown }]) => ({
  name,
  what,
  default: shown,
}));

/** Warnings about settings that no longer have an effect. */
export function ignoredSettings(env: Environment): string[] {
  if (!env.RF_SECOND_PERSON) return [];
  return [
    'RF_SECOND_PERSON is ignored: two people are always required where the rules say so. Remove the setting.',
  ];
}

export type Config = ReturnType<typeof readConfig>;

export function readConfig(env: Environment) {
  const of = valuesOf(env);
  const host = of('HOST');
  const port = of('PORT');
  const dataDir = of('RF_DATA_DIR');
  const witnesses = of('RF_WITNESSES') ?? [];
  const policy: PublishingPolicy = { driftHundredths: of('RF_DRIFT'), staleDays: of('RF_STALE_DAYS') };
  return {
    host,
    port,
    dataDir,
    /** The public address of the service; absolute URLs in responses start with it. */
    baseUrl: of('RF_BASE_URL') ?? baseUrlOf(host, port),
    /** The PostgreSQL database; null to store everything in the data folder. */
    databaseUrl: of('DATABASE_URL'),
    masterKey: of('RF_MASTER_KEY') ?? undefined,
    /** If it is set; otherwise the key is in a file in the data folder. */
    verifierKey: of('RF_VERIFIER_KEY') ?? undefined,
    checkpointFile: checkpointFileOf(of('RF_CHECKPOINT_FILE'), dataDir),
    /** The witnesses that are asked to cosign checkpoints. */
    witnesses,
    /** How many of them must have cosigned the newest checkpoint; otherwise the status says so. */
    witnessQuorum: quorumOf(of('RF_WITNESS_QUORUM'), witnesses.length),
    policy,
    dailyRun: of('RF_DAILY_RUN'),
    /** The last day of the demo data; null for today. */
    demoUntil: of('RF_DEMO_UNTIL'),
    /** The memory budget for prepared responses. */
    memoryBytes: of('RF_MEMORY_MIB') * 1024 * 1024,
    /** The name of this process among those that share a store or rate limits. */
    node: of('RF_NODE') ?? defaultNode(port),
    /** The Redis in which nodes count rate limits together; null if each process counts alone. */
    redisUrl: of('RF_REDIS_URL'),
    addressLimits: {
      publicScores: of('RF_LIMIT_PUBLIC_SCORES'),
      scoreRequests: of('RF_LIMIT_SCORE_REQUESTS'),
      scoreRequestsInAll: of('RF_LIMIT_SCORE_REQUESTS_IN_ALL'),
      failedKeys: of('RF_LIMIT_FAILED_KEYS'),
      console: { perAddress: of('RF_LIMIT_CONSOLE_PER_ADDRESS'), perPerson: of('RF_LIMIT_CONSOLE') },
    },
    connectionLimits: {
      inAll: of('RF_LIMIT_CONNECTIONS'),
      perAddress: of('RF_LIMIT_CONNECTIONS_PER_ADDRESS'),
      writeTimeoutMs: of('RF_WRITE_TIMEOUT') * 1000,
    },
    /** When sessions end, by the kind of person. */
    sessionLimits: { staff: of('RF_SESSION_STAFF'), members: of('RF_SESSION_MEMBERS') },
    /** The OIDC provider of the firm; null if people sign in without one. */
    oidc: oidcOf(of),
    /** null: links to sign in are shown to operators instead of mailed. */
    mail: mailOf(of),
    trustProxy: of('RF_TRUST_PROXY'),
    /** Where metrics are served: nowhere, on the service port for loopback clients only, or on an address of their own. */
    metrics: of('RF_METRICS'),
    /** The address on which alone staff can act; null: there is no such address, and they act where everyone reads. */
    staff: staffAddressOf(of),
    /** Whether each request is logged, or errors only. */
    log: of('RF_LOG'),
    /** Whether webhooks may be sent to loopback addresses and without https; null means only in the demo. */
    webhookLoopback: of('RF_WEBHOOK_LOOPBACK'),
    branding: brandingOf(of),
    /** null: no traces are recorded. */
    tracing: tracingOf(of),
  };
}

/** The checkpoint file is kept unless it is switched off. */
function checkpointFileOf(setting: string | null, dataDir: string): string | null {
  if (setting === 'off') return null;
  return setting === null ? path.join(dataDir, 'checkpoints.jsonl') : path.resolve(setting);
}

function quorumOf(quorum: number | null, witnesses: number): number {
  if (quorum === null) return witnesses === 0 ? 0 : Math.floor(witnesses / 2) + 1;
  if (quorum <= witnesses) return quorum;
  throw new ConfigError(`RF_WITNESS_QUORUM is ${quorum}, but RF_WITNESSES has ${witnesses}.`);
}

function staffAddressOf(of: Values): (Address & { baseUrl: string }) | null {
  const staff = of('RF_STAFF_ADDRESS');
  const url = of('RF_STAFF_URL');
  if (staff === null && url !== null)
    throw new ConfigError('RF_STAFF_URL has no effect without RF_STAFF_ADDRESS.');
  return staff === null ? null : { ...staff, baseUrl: url ?? baseUrlOf(staff.host, staff.port) };
}

function oidcOf(of: Values): OidcSettings | null {
  const issuer = of('RF_OIDC_ISSUER');
  const clientId = of('RF_OIDC_CLIENT_ID');
  const clientSecret = of('RF_OIDC_CLIENT_SECRET');
  if (issuer === null && clientId === null && clientSecret === null) return null;
  const url = URL.parse(issuer ?? '');
  const isLoopback = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (!issuer || !clientId || !clientSecret || !(url?.protocol === 'https:' || isLoopback))
    throw new ConfigError(
      'RF_OIDC_ISSUER (an https address), RF_OIDC_CLIENT_ID and RF_OIDC_CLIENT_SECRET must be set together.',
    );
  return { issuer, clientId, clientSecret };
}

function mailOf(of: Values): MailSettings | null {
  const smtpUrl = of('RF_SMTP_URL');
  const from = of('RF_MAIL_FROM');
  if (smtpUrl === null && from === null) return null;
  if (smtpUrl && from && /^smtps?:$/.test(URL.parse(smtpUrl)?.protocol ?? '')) return { smtpUrl, from };
  throw new ConfigError('RF_SMTP_URL (smtp: or smtps:) and RF_MAIL_FROM must be set together.');
}

/** What makes the site a self-hoster's own: name, logo, colour, and links that laws ask for. */
function brandingOf(of: Values): Branding {
  return {
    name: of('RF_SITE_NAME'),
    logoFile: of('RF_SITE_LOGO'),
    colour: of('RF_SITE_COLOUR'),
    breakdown: of('RF_PUBLIC_BREAKDOWN'),
    imprintUrl: of('RF_IMPRINT_URL'),
    privacyUrl: of('RF_PRIVACY_URL'),
    contactUrl: of('RF_CONTACT_URL'),
  };
}

/** Names and meanings are those that OpenTelemetry defines. Without an endpoint, the others are not even read. */
function tracingOf(of: Values): TracingSettings | null {
  const endpoint = of('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === null) return null;
  return {
    url: `${endpoint}/v1/traces`,
    headers: of('OTEL_EXPORTER_OTLP_HEADERS') ?? {},
    serviceName: of('OTEL_SERVICE_NAME'),
    sampler: of('OTEL_TRACES_SAMPLER'),
    ratio: of('OTEL_TRACES_SAMPLER_ARG'),
  };
}

export function defaultNode(port: number): string {
  return `${os.hostname()}:${port}`;
}

export function baseUrlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Passkeys need a host name, so the demo is at localhost unless its address is set. */
export function demoBaseUrl({ baseUrl, host, port }: Pick<Config, 'baseUrl' | 'host' | 'port'>): string {
  const isDefault = baseUrl === baseUrlOf(host, port) && ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host);
  return isDefault ? baseUrlOf('localhost', port) : baseUrl;
}
