// The forms that the text of a setting can have, and what is said about a text that has another one.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Limits } from '@rf-indicators/core/identity/sessions';
import type { WitnessSetting } from '@rf-indicators/core/log/witnesses';
import { type AllowedReceivers, parseAllowedReceivers } from '@rf-indicators/core/webhooks/allowed-receivers';
import { dayNumber, parseScaled } from '@rf-indicators/engine';
import { parseTrustProxy } from '../http/limits/client-address.ts';
import { LOGO_TYPES } from '../rendering/pages/site.ts';
import { ConfigError } from './config-error.ts';

/** Throws a ConfigError if the text does not have the form. */
export type Form<T> = (text: string, name: string) => T;

/** `parse` returns undefined for a text that does not have the form. A secret is not repeated in the message. */
function form<T>(is: string, parse: (text: string) => T | undefined, isSecret = false): Form<T> {
  return (text, name) => {
    const value = parse(text);
    if (value !== undefined) return value;
    throw new ConfigError(`${name} must be ${is}${isSecret ? '' : `, not "${text}"`}.`);
  };
}

export const anyText: Form<string> = (text) => text;

/** A path that does not depend on the working directory. */
export const anyPath: Form<string> = (text) => path.resolve(text);

export function oneOf<const Choice extends string>(...choices: Choice[]): Form<Choice> {
  const is = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
  return form(is, (text) => choices.find((choice) => choice === text));
}

export const yesOrNo = form('yes or no', (text) => (/^(yes|no)$/.test(text) ? text === 'yes' : undefined));

export function count(least = 0): Form<number> {
  return form(`a whole number of at least ${least}`, (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= least ? Number(text) : undefined,
  );
}

export const portNumber = form('a number from 0 to 65535', (text) =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined,
);

export const seconds = form('a whole number of seconds from 0 to 3600', (text) =>
  /^\d{1,4}$/.test(text) && Number(text) <= 3600 ? Number(text) : undefined,
);

export const days = form('a number of days', (text) => (/^\d{1,3}$/.test(text) ? Number(text) : undefined));

export const hundredths = form('a number above 0 with at most two decimals', (text) => {
  const found = parseScaled(text, 2);
  return found !== null && found > 0 ? found : undefined;
});

export const share = form('a number from 0 to 1', (text) =>
  /^\d*\.?\d+$/.test(text) && Number(text) <= 1 ? Number(text) : undefined,
);

/** The last instant of a date. */
export const endOfDate = form('a date such as 2026-11-10', (text) =>
  typeof dayNumber(text) === 'number' ? Date.parse(`${text}T23:59:59Z`) : undefined,
);

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export const sessionLimits = form<Limits>('the idle and the absolute limit, such as "30m 12h"', (text) => {
  const [, idle, idleUnit, most, mostUnit] = /^(\d{1,4})([mhd]) (\d{1,4})([mhd])$/.exec(text) ?? [];
  const idleMs = Number(idle) * UNITS[idleUnit ?? '']!;
  const absoluteMs = Number(most) * UNITS[mostUnit ?? '']!;
  return idleMs > 0 && absoluteMs >= idleMs ? { idleMs, absoluteMs } : undefined;
});

export interface Address {
  host: string;
  port: number;
}

function parseAddress(text: string): Address | undefined {
  const [, host, port] = /^\[?([^\]]+)\]?:(\d{1,5})$/.exec(text) ?? [];
  return host && Number(port) <= 65535 ? { host, port: Number(port) } : undefined;
}

export const address = form('HOST:PORT', parseAddress);

export const metricsAddress = form('off, loopback or HOST:PORT', (text) =>
  text === 'off' || text === 'loopback' ? text : parseAddress(text),
);

function hasProtocol(url: URL | null, protocols: RegExp): url is URL {
  return url !== null && protocols.test(url.protocol);
}

export const origin = form('an http or https address without a path', (text) => {
  const url = URL.parse(text);
  return hasProtocol(url, /^https?:$/) && url.pathname === '/' && !url.search && !url.hash
    ? url.origin
    : undefined;
});

/** Without a slash at the end. */
export const collectorUrl = form('an http or https address, such as http://localhost:4318', (text) => {
  const url = URL.parse(text);
  return hasProtocol(url, /^https?:$/) && !url.search && !url.hash ? url.href.replace(/\/$/, '') : undefined;
});

/** The address may have a password. */
export const redisUrl = form(
  'an address such as redis://HOST:6379/0 or rediss://HOST:6379/0',
  (text) => {
    const url = URL.parse(text);
    return hasProtocol(url, /^rediss?:$/) && url.hostname !== '' ? text : undefined;
  },
  true,
);

export const link = form('an address that begins with https: or mailto:', (text) =>
  hasProtocol(URL.parse(text), /^(?:https?|mailto):$/) ? text : undefined,
);

export const colour = form('a colour such as #24389c', (text) =>
  /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined,
);

const LONGEST_NAME = 40;

export const siteName = form(`a name of at most ${LONGEST_NAME} characters`, (text) => {
  const name = text.trim();
  return name !== '' && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name) ? name : undefined;
});

const logoType = form('an SVG, PNG or WebP file', (text) =>
  path.extname(text) in LOGO_TYPES ? path.resolve(text) : undefined,
);

export const logoFile: Form<string> = (text, name) => {
  const file = logoType(text, name);
  if (existsSync(file)) return file;
  throw new ConfigError(`${name} names a file that does not exist: "${file}".`);
};

/** The validated text; parseTrustProxy gives its meaning. */
export const trustedProxies: Form<string> = (text) => {
  try {
    parseTrustProxy(text);
    return text;
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
};

/** RF_WEBHOOK_ALLOW. */
export const receiverList: Form<AllowedReceivers> = (text, name) => {
  try {
    return parseAllowedReceivers(text);
  } catch (error) {
    throw new ConfigError(
      `${name} must be a list of private ranges and host names, such as "10.20.0.0/16,hooks.corp.example": ${(error as Error).message}.`,
    );
  }
};

/** The keys themselves are read where they are used. */
export const witnessList: Form<WitnessSetting[]> = (text, name) => {
  const parts = text.split(/[,\n]/).map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [key = '', witness = '', ...rest] = part.split(/\s+/);
      const url = URL.parse(witness);
      if (hasProtocol(url, /^https?:$/) && !url.search && !url.hash && rest.length === 0)
        return { key, url: url.href.replace(/\/$/, '') };
      throw new ConfigError(
        `${name} must consist of the key and the address of each witness, separated by commas, not "${part}".`,
      );
    });
};

/** As in W3C Baggage, with values in percent-encoding, which may be secrets. */
export const headerList = form<Record<string, string>>(
  'NAME=VALUE, several separated by commas, with values in percent-encoding',
  (text) => {
    const headers: Record<string, string> = {};
    for (const part of text.split(',').filter((one) => one.trim() !== '')) {
      const [, name, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
      if (name === undefined) return undefined;
      try {
        headers[name.toLowerCase()] = decodeURIComponent(value!);
      } catch {
        return undefined;
      }
    }
    return headers;
  },
  true,
);
