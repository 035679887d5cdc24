// The lockfile: npm ci must refuse a package whose bytes differ from those that were reviewed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface LockedPackage {
  version?: string;
  integrity?: string;
  link?: boolean;
}

test('every package from the registry is locked with its SHA-512', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  // The other entries are this repository's own packages, and links to them.
  const installed = Object.entries(packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && !link,
  );
  assert.ok(installed.length > 100);
  const unlocked = installed.filter(
    ([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''),
  );
  assert.deepEqual(
    unlocked.map(([place]) => place),
    [],
  );
});
