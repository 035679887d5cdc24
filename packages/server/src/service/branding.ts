// Reads the settings that make the site a self-hoster's own: name, logo, colour, and links that laws ask for.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Branding, LOGO_TYPES, NO_BRANDING } from '../rendering/pages/site.ts';
import { ConfigError } from './config-error.ts';

const LONGEST_NAME = 40;

export function readBranding(env: Readonly<Record<string, string | undefined>>): Branding {
  return {
    name: env.RF_SITE_NAME ? readName(env.RF_SITE_NAME) : NO_BRANDING.name,
    logoFile: env.RF_SITE_LOGO ? readLogo(env.RF_SITE_LOGO) : null,
    colour: env.RF_SITE_COLOUR ? readColour(env.RF_SITE_COLOUR) : null,
    imprintUrl: readLink('RF_IMPRINT_URL', env.RF_IMPRINT_URL),
    privacyUrl: readLink('RF_PRIVACY_URL', env.RF_PRIVACY_URL),
    contactUrl: readLink('RF_CONTACT_URL', env.RF_CONTACT_URL),
  };
}

function readName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name)) return name;
  throw new ConfigError(`RF_SITE_NAME must be a name of at most ${LONGEST_NAME} characters, not "${text}".`);
}

function readLogo(text: string): string {
  const file = path.resolve(text);
  if (!(path.extname(file) in LOGO_TYPES))
    throw new ConfigError(`RF_SITE_LOGO must be an SVG, PNG or WebP file, not "${text}".`);
  if (!existsSync(file)) throw new ConfigError(`RF_SITE_LOGO names a file that does not exist: "${file}".`);
  return file;
}

function readColour(text: string): string {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase();
  throw new ConfigError(`RF_SITE_COLOUR must be a colour such as #24389c, not "${text}".`);
}

function readLink(name: string, text: string | undefined): string | null {
  if (!text) return null;
  if (/^(?:https?|mailto):$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new ConfigError(`${name} must be an address that begins with https: or mailto:, not "${text}".`);
}
