// Reads the settings from environment variables. The defaults suit local development.

import os from 'node:os';
import path from 'node:path';
import type { WitnessSetting } from '@rf-indicators/core/desk/log/witnesses';
import { DEFAULT_POLICY, type PublishingPolicy } from '@rf-indicators/core/desk/runs/policy';
import type { Limits } from '@rf-indicators/core/identity/sessions';
import { dayNumber, parseScaled } from '@rf-indicators/engine';
import type { ConnectionLimits } from '../http/connections.ts';
import { parseTrustProxy } from '../http/limits/client-address.ts';
import type { AddressLimits } from '../http/limits/limits.ts';
import type { MailSettings, OidcSettings } from '../identity/settings.ts';
import type { Branding } from '../rendering/pages/site.ts';
import type { TracingSettings } from '../tracing/settings.ts';
import type { DailyRun } from '../workers/background/messages.ts';
import { readBranding } from './branding.ts';
import { ConfigError } from './config-error.ts';
import { readTracing } from './tracing-settings.ts';

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  /** The public address of the service; absolute URLs in responses start with it. */
  baseUrl: string;
  /** The PostgreSQL database; null to store everything in the data folder. */
  databaseUrl: string | null;
  masterKey: string | undefined;
  /** RF_VERIFIER_KEY, if it is set; otherwise the key is in a file in the data folder. */
  verifierKey: string | undefined;
  checkpointFile: string | null;
  /** The witnesses that are asked to cosign checkpoints. */
  witnesses: readonly WitnessSetting[];
  /** How many of them must have cosigned the newest checkpoint; otherwise the status says so. */
  witnessQuorum: number;
  policy: PublishingPolicy;
  dailyRun: DailyRun;
  /** The last day of the demo data; null for today. */
  demoUntil: number | null;
  /** The memory budget for prepared responses. */
  memoryBytes: number;
  /** The name of this process among those that share a store or rate limits. */
  node: string;
  /** The Redis in which nodes count rate limits together; null if each process counts alone. */
  redisUrl: string | null;
  addressLimits: AddressLimits;
  connectionLimits: ConnectionLimits;
  /** The validated text of the setting; parseTrustProxy gives its meaning. */
  trustProxy: string;
  metrics: MetricsAddress;
  /** The address on which alone staff can act; null: there is no such address, and they act where everyone reads. */
  staff: { host: string; port: number; baseUrl: string } | null;
  /** Whether each request is logged, or errors only. */
  log: 'requests' | 'errors';
  /** When sessions end, by the kind of person. */
  sessionLimits: { staff: Limits; members: Limits };
  /** The OIDC provider of the firm; null if people sign in without one. */
  oidc: OidcSettings | null;
  /** null: links to sign in are shown to operators instead of mailed. */
  mail: MailSettings | null;
  /** Whether webhooks may be sent to loopback addresses and without https; null means only in the demo. */
  webhookLoopback: boolean | null;
  branding: Branding;
  /** null: no traces are recorded. */
  tracing: TracingSettings | null;
}

/** Where metrics are served: nowhere, on the service port for loopback clients only, or on an address of their own. */
export type MetricsAddress = 'off' | 'loopback' | { host: string; port: number };

export const SETTINGS = [
  { name: 'HOST', default: '127.0.0.1', what: 'address to listen on' },
  { name: 'PORT', default: '8080', what: 'port to listen on; 0 chooses any free port' },
  { name: 'RF_DATA_DIR', default: './data', what: 'folder for all data of the service' },
  {
    name: 'RF_BASE_URL',
    default: 'http://HOST:PORT; http://localhost:PORT in the demo',
    what: 'public address of the service, used in links',
  },
  {
    name: 'DATABASE_URL',
    default: 'none',
    what: 'PostgreSQL database to use instead of the data folder',
  },
  {
    name: 'RF_REDIS_URL',
    default: 'none',
    what: 'Redis or Valkey that counts the rate limits of all nodes together',
  },
  {
    name: 'RF_MASTER_KEY',
    default: 'RF_DATA_DIR/master.key',
    what: 'key that encrypts stored secrets: 32 bytes in base64',
  },
  {
    name: 'RF_VERIFIER_KEY',
    default: 'the file verifier.pub in RF_DATA_DIR',
    what: 'the pinned public key that the store is checked against, as rf init printed it',
  },
  {
    name: 'RF_CHECKPOINT_FILE',
    default: 'checkpoints.jsonl in RF_DATA_DIR',
    what: 'file that records every checkpoint (off: none); another disk is better',
  },
  {
    name: 'RF_WITNESSES',
    default: 'none',
    what: 'witnesses that cosign checkpoints: "KEY URL", several separated by commas',
  },
  {
    name: 'RF_WITNESS_QUORUM',
    default: 'more than half of RF_WITNESSES',
    what: 'how many witnesses must cosign; fewer are reported, and never stop publishing',
  },
  {
    name: 'RF_DRIFT',
    default: '1.00',
    what: 'drift in points since the last news from which a score change is news again',
  },
  {
    name: 'RF_STALE_DAYS',
    default: '14',
    what: 'days that an indicator stays current after its gate has expired',
  },
  {
    name: 'RF_DAILY_RUN',
    default: 'publish',
    what: 'daily run while the service is running (off, draft or publish); what needs a second person waits',
  },
  { name: 'RF_DEMO_UNTIL', default: 'today', what: 'last day of the demo data' },
  { name: 'RF_MEMORY_MIB', default: '512', what: 'memory budget for prepared responses' },
  {
    name: 'RF_NODE',
    default: 'host name and PORT',
    what: 'name of this process, unique among those that share a store',
  },
  {
    name: 'RF_TRUST_PROXY',
    default: 'none',
    what: 'proxies whose X-Forwarded-For is trusted: addresses, CIDR ranges, loopback',
  },
  {
    name: 'RF_METRICS',
    default: 'off',
    what: 'Prometheus metrics: off, loopback (clients on this machine only), or HOST:PORT',
  },
  {
    name: 'RF_LOG',
    default: 'errors',
    what: 'what is logged: errors, or requests (one JSON line per request, and errors)',
  },
  {
    name: 'RF_LIMIT_PUBLIC_SCORES',
    default: '60',
    what: 'requests for public scores per minute per address',
  },
  {
    name: 'RF_LIMIT_SCORE_REQUESTS',
    default: '5',
    what: 'score requests per hour per address',
  },
  {
    name: 'RF_LIMIT_SCORE_REQUESTS_IN_ALL',
    default: '500',
    what: 'score requests per hour for all addresses together',
  },
  {
    name: 'RF_WEBHOOK_LOOPBACK',
    default: 'no; yes in the demo',
    what: 'whether webhooks may go to loopback addresses and without https (yes or no)',
  },
  {
    name: 'RF_LIMIT_FAILED_KEYS',
    default: '30',
    what: 'requests with an invalid key or token per minute per address',
  },
  {
    name: 'RF_LIMIT_CONSOLE',
    default: '1200',
    what: 'requests to the console per minute per person',
  },
  {
    name: 'RF_LIMIT_CONSOLE_PER_ADDRESS',
    default: '4800',
    what: 'requests to the console per minute per address',
  },
  {
    name: 'RF_STAFF_ADDRESS',
    default: 'none',
    what: 'HOST:PORT on which alone staff can act; without it, they act where everyone reads',
  },
  {
    name: 'RF_STAFF_URL',
    default: 'http://RF_STAFF_ADDRESS',
    what: 'the address at which staff reach RF_STAFF_ADDRESS, such as the name of a proxy',
  },
  {
    name: 'RF_LIMIT_CONNECTIONS',
    default: '10000',
    what: 'open connections of clients; fewer if the process may not open that many files',
  },
  {
    name: 'RF_LIMIT_CONNECTIONS_PER_ADDRESS',
    default: '1000',
    what: 'open connections per address; proxies in RF_TRUST_PROXY are exempt',
  },
  {
    name: 'RF_WRITE_TIMEOUT',
    default: '30',
    what: 'seconds after which a client that does not read its response is disconnected',
  },
  {
    name: 'RF_SESSION_STAFF',
    default: '30m 12h',
    what: 'sessions of staff: how long they may be idle, and how long they last at most (m, h or d)',
  },
  {
    name: 'RF_SESSION_MEMBERS',
    default: '12h 30d',
    what: 'sessions of members of workspaces: idle and absolute limit',
  },
  {
    name: 'RF_OIDC_ISSUER',
    default: 'none',
    what: 'issuer of the OIDC provider with which people can sign in; its redirect is BASE_URL/api/auth/callback/oidc',
  },
  { name: 'RF_OIDC_CLIENT_ID', default: 'none', what: 'client id at the OIDC provider' },
  { name: 'RF_OIDC_CLIENT_SECRET', default: 'none', what: 'client secret at the OIDC provider' },
  {
    name: 'RF_SMTP_URL',
    default: 'none',
    what: 'mail server for invitations and resets (smtp: or smtps:); without one, operators are shown the links',
  },
  { name: 'RF_MAIL_FROM', default: 'none', what: 'sender of mails; required with RF_SMTP_URL' },
  { name: 'RF_SITE_NAME', default: 'RF Risk Indicators', what: 'name of the service on its pages' },
  {
    name: 'RF_SITE_LOGO',
    default: 'the mark of the four bands',
    what: 'file with a logo for the header: SVG, PNG or WebP',
  },
  {
    name: 'RF_SITE_COLOUR',
    default: 'none',
    what: 'colour of a rule above the header, such as #24389c',
  },
  { name: 'RF_IMPRINT_URL', default: 'none', what: 'link to the imprint, at the foot of every page' },
  { name: 'RF_PRIVACY_URL', default: 'none', what: 'link to the privacy notice, at the foot of every page' },
  {
    name: 'RF_CONTACT_URL',
    default: 'none',
    what: 'where to ask for access (https: or mailto:), on the page /access',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: 'none',
    what: 'OpenTelemetry collector to which traces are sent, over HTTP; without it, none are recorded',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    default: 'none',
    what: 'headers for the collector: NAME=VALUE, several separated by commas',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    default: 'rf-risk-indicators',
    what: 'name of the service in traces; RF_NODE is the instance',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    default: 'parentbased_always_on',
    what: 'which traces are recorded, such as parentbased_traceidratio',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    what: 'share of the traces that a sampler with traceidratio records, from 0 to 1',
  },
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The checkpoint file is kept unless it is switched off. */
function readCheckpointFile(setting: string | undefined, dataDir: string): string | null {
  if (setting === 'off') return null;
  return setting ? path.resolve(setting) : path.join(dataDir, 'checkpoints.jsonl');
}

/** Warnings about settings that no longer have an effect. */
export function ignoredSettings(env: Environment): string[] {
  if (!env.RF_SECOND_PERSON) return [];
  return [
    'RF_SECOND_PERSON is ignored: two people are always required where the rules say so. Remove the setting.',
  ];
}

export function readConfig(env: Environment): Config {
  const host = env.HOST || '127.0.0.1';
  const port = readPort(env.PORT || '8080');
  const dataDir = path.resolve(env.RF_DATA_DIR || './data');
  const witnesses = readWitnesses(env.RF_WITNESSES || '');
  return {
    host,
    port,
    dataDir,
    baseUrl: env.RF_BASE_URL ? readBaseUrl('RF_BASE_URL', env.RF_BASE_URL) : baseUrlOf(host, port),
    databaseUrl: env.DATABASE_URL || null,
    masterKey: env.RF_MASTER_KEY || undefined,
    verifierKey: env.RF_VERIFIER_KEY || undefined,
    checkpointFile: readCheckpointFile(env.RF_CHECKPOINT_FILE, dataDir),
    witnesses,
    witnessQuorum: readQuorum(env.RF_WITNESS_QUORUM, witnesses.length),
    policy: {
      driftHundredths: env.RF_DRIFT ? readDrift(env.RF_DRIFT) : DEFAULT_POLICY.driftHundredths,
      staleDays: env.RF_STALE_DAYS ? readDays(env.RF_STALE_DAYS) : DEFAULT_POLICY.staleDays,
    },
    dailyRun: readDailyRun(env.RF_DAILY_RUN || 'publish'),
    demoUntil: env.RF_DEMO_UNTIL ? readDate('RF_DEMO_UNTIL', env.RF_DEMO_UNTIL) : null,
    memoryBytes: readCount('RF_MEMORY_MIB', env.RF_MEMORY_MIB || '512', 1) * 1024 * 1024,
    node: env.RF_NODE || defaultNode(port),
    redisUrl: env.RF_REDIS_URL ? readRedisUrl(env.RF_REDIS_URL) : null,
    addressLimits: {
      publicScores: readCount('RF_LIMIT_PUBLIC_SCORES', env.RF_LIMIT_PUBLIC_SCORES || '60'),
      scoreRequests: readCount('RF_LIMIT_SCORE_REQUESTS', env.RF_LIMIT_SCORE_REQUESTS || '5'),
      scoreRequestsInAll: readCount(
        'RF_LIMIT_SCORE_REQUESTS_IN_ALL',
        env.RF_LIMIT_SCORE_REQUESTS_IN_ALL || '500',
      ),
      failedKeys: readCount('RF_LIMIT_FAILED_KEYS', env.RF_LIMIT_FAILED_KEYS || '30'),
      console: {
        perAddress: readCount('RF_LIMIT_CONSOLE_PER_ADDRESS', env.RF_LIMIT_CONSOLE_PER_ADDRESS || '4800', 1),
        perPerson: readCount('RF_LIMIT_CONSOLE', env.RF_LIMIT_CONSOLE || '1200', 1),
      },
    },
    connectionLimits: {
      inAll: readCount('RF_LIMIT_CONNECTIONS', env.RF_LIMIT_CONNECTIONS || '10000', 1),
      perAddress: readCount(
        'RF_LIMIT_CONNECTIONS_PER_ADDRESS',
        env.RF_LIMIT_CONNECTIONS_PER_ADDRESS || '1000',
        1,
      ),
      writeTimeoutMs: readCount('RF_WRITE_TIMEOUT', env.RF_WRITE_TIMEOUT || '30', 1) * 1000,
    },
    sessionLimits: {
      staff: readLimits('RF_SESSION_STAFF', env.RF_SESSION_STAFF || '30m 12h'),
      members: readLimits('RF_SESSION_MEMBERS', env.RF_SESSION_MEMBERS || '12h 30d'),
    },
    oidc: readOidc(env),
    mail: readMail(env),
    trustProxy: readTrustProxy(env.RF_TRUST_PROXY || 'none'),
    metrics: readMetricsAddress(env.RF_METRICS || 'off'),
    staff: readStaffAddress(env),
    log: readLog(env.RF_LOG || 'errors'),
    webhookLoopback: env.RF_WEBHOOK_LOOPBACK
      ? readYesOrNo('RF_WEBHOOK_LOOPBACK', env.RF_WEBHOOK_LOOPBACK)
      : null,
    branding: readBranding(env),
    tracing: readTracing(env),
  };
}

export function defaultNode(port: number): string {
  return `${os.hostname()}:${port}`;
}

function readCount(name: string, text: string, least = 0): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw new ConfigError(`${name} must be a whole number of at least ${least}, not "${text}".`);
}

/** The keys themselves are read where they are used. */
function readWitnesses(text: string): WitnessSetting[] {
  const parts = text.split(/[,\n]/).map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [key = '', address = '', ...rest] = part.split(/\s+/);
      const url = URL.parse(address);
      if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && rest.length === 0)
        return { key, url: url.href.replace(/\/$/, '') };
      throw new ConfigError(
        `RF_WITNESSES must consist of the key and the address of each witness, separated by commas, not "${part}".`,
      );
    });
}

function readQuorum(text: string | undefined, witnesses: number): number {
  if (!text) return witnesses === 0 ? 0 : Math.floor(witnesses / 2) + 1;
  const quorum = readCount('RF_WITNESS_QUORUM', text);
  if (quorum <= witnesses) return quorum;
  throw new ConfigError(`RF_WITNESS_QUORUM is ${quorum}, but RF_WITNESSES has ${witnesses}.`);
}

function readTrustProxy(text: string): string {
  try {
    parseTrustProxy(text);
    return text;
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function readMetricsAddress(text: string): MetricsAddress {
  if (text === 'off' || text === 'loopback') return text;
  const address = readAddress(text);
  if (address !== null) return address;
  throw new ConfigError(`RF_METRICS must be off, loopback or HOST:PORT, not "${text}".`);
}

function readStaffAddress({ RF_STAFF_ADDRESS: text, RF_STAFF_URL: url }: Environment): Config['staff'] {
  if (!text && url) throw new ConfigError('RF_STAFF_URL has no effect without RF_STAFF_ADDRESS.');
  if (!text) return null;
  const address = readAddress(text);
  if (address === null) throw new ConfigError(`RF_STAFF_ADDRESS must be HOST:PORT, not "${text}".`);
  return {
    ...address,
    baseUrl: url ? readBaseUrl('RF_STAFF_URL', url) : baseUrlOf(address.host, address.port),
  };
}

function readAddress(text: string): { host: string; port: number } | null {
  const [, host, port] = /^\[?([^\]]+)\]?:(\d{1,5})$/.exec(text) ?? [];
  return host && Number(port) <= 65535 ? { host, port: Number(port) } : null;
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function readLimits(name: string, text: string): Limits {
  const [, idle, idleUnit, most, mostUnit] = /^(\d{1,4})([mhd]) (\d{1,4})([mhd])$/.exec(text) ?? [];
  const idleMs = Number(idle) * UNITS[idleUnit ?? '']!;
  const absoluteMs = Number(most) * UNITS[mostUnit ?? '']!;
  if (idleMs > 0 && absoluteMs >= idleMs) return { idleMs, absoluteMs };
  throw new ConfigError(`${name} must be the idle and the absolute limit, such as "30m 12h", not "${text}".`);
}

function readOidc(env: Environment): OidcSettings | null {
  const { RF_OIDC_ISSUER: issuer, RF_OIDC_CLIENT_ID: clientId, RF_OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer && !clientId && !clientSecret) return null;
  const url = URL.parse(issuer ?? '');
  const isLoopback = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (!url || !clientId || !clientSecret || !(url.protocol === 'https:' || isLoopback))
    throw new ConfigError(
      'RF_OIDC_ISSUER (an https address), RF_OIDC_CLIENT_ID and RF_OIDC_CLIENT_SECRET must be set together.',
    );
  return { issuer: issuer!, clientId, clientSecret };
}

function readMail(env: Environment): MailSettings | null {
  const { RF_SMTP_URL: smtpUrl, RF_MAIL_FROM: from } = env;
  if (!smtpUrl && !from) return null;
  if (smtpUrl && from && /^smtps?:$/.test(URL.parse(smtpUrl)?.protocol ?? '')) return { smtpUrl, from };
  throw new ConfigError('RF_SMTP_URL (smtp: or smtps:) and RF_MAIL_FROM must be set together.');
}

/** The message does not repeat the address, which may have a password. */
function readRedisUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^rediss?:$/.test(url.protocol) && url.hostname !== '') return text;
  throw new ConfigError(
    'RF_REDIS_URL must be an address such as redis://HOST:6379/0 or rediss://HOST:6379/0.',
  );
}

function readLog(text: string): 'requests' | 'errors' {
  if (text === 'requests' || text === 'errors') return text;
  throw new ConfigError(`RF_LOG must be requests or errors, not "${text}".`);
}

function readDrift(text: string): number {
  const hundredths = parseScaled(text, 2);
  if (hundredths !== null && hundredths > 0) return hundredths;
  throw new ConfigError(`RF_DRIFT must be a number above 0 with at most two decimals, not "${text}".`);
}

function readDailyRun(text: string): DailyRun {
  if (text === 'off' || text === 'draft' || text === 'publish') return text;
  throw new ConfigError(`RF_DAILY_RUN must be off, draft or publish, not "${text}".`);
}

function readDays(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new ConfigError(`RF_STALE_DAYS must be a number of days, not "${text}".`);
}

function readDate(name: string, text: string): number {
  if (typeof dayNumber(text) === 'number') return Date.parse(`${text}T23:59:59Z`);
  throw new ConfigError(`${name} must be a date such as 2026-11-10, not "${text}".`);
}

function readYesOrNo(name: string, text: string): boolean {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new ConfigError(`${name} must be yes or no, not "${text}".`);
}

export function baseUrlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Passkeys need a host name, so the demo is at localhost unless its address is set. */
export function demoBaseUrl({ baseUrl, host, port }: Pick<Config, 'baseUrl' | 'host' | 'port'>): string {
  const isDefault = baseUrl === baseUrlOf(host, port) && ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host);
  return isDefault ? baseUrlOf('localhost', port) : baseUrl;
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port;
  throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`);
}

function readBaseUrl(name: string, text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash) {
    return url.origin;
  }
  throw new ConfigError(`${name} must be an http or https address without a path, not "${text}".`);
}
