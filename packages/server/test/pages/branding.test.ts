// The settings that make the site a self-hoster's own.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { readConfig } from '../../src/service/config.ts';
import { ConfigError } from '../../src/service/config-error.ts';

const NAME = 'Marlowe & <Hart>';
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24"/></svg>';

let url: string;

before(async () => {
  const logo = path.join(temporaryFolder(wholeFile), 'logo.svg');
  writeFileSync(logo, LOGO);
  ({ url } = await startInProcess(wholeFile, {
    env: {
      RF_SITE_NAME: NAME,
      RF_SITE_LOGO: logo,
      RF_SITE_COLOUR: '#0A7E3C',
      RF_IMPRINT_URL: 'https://marlowe.example/imprint',
      RF_PRIVACY_URL: 'https://marlowe.example/privacy?a=1&b=2',
      RF_CONTACT_URL: 'mailto:access@marlowe.example',
    },
  }));
});

const textOf = async (address: string) => (await fetch(url + address)).text();

test('every page has the name, the logo, the colour and the links that were set', async () => {
  for (const address of [
    '/',
    '/changelog',
    '/access',
    '/docs',
    '/verify',
    '/methodology',
    '/nowhere-at-all',
  ]) {
    const response = await fetch(url + address, { headers: { accept: 'text/html' } });
    const text = await response.text();
    assert.match(text, /<title>[^<]* · Marlowe &amp; &lt;Hart&gt;<\/title>/, address);
    assert.ok(text.includes('src="/assets/logo"'), address);
    assert.ok(text.includes('href="/assets/brand.css"'), address);
    assert.ok(text.includes('href="https://marlowe.example/imprint"'), address);
    assert.ok(text.includes('href="https://marlowe.example/privacy?a=1&amp;b=2"'), address);
    assert.ok(!text.includes('RF Risk Indicators'), address);
  }
});

test('the colour is one rule above the header, and the logo is the file', async () => {
  assert.match(await textOf('/assets/brand.css'), /^\.site-header \{ border-top: 3px solid #0a7e3c; \}\n$/);
  const logo = await fetch(`${url}/assets/logo`);
  assert.equal(logo.headers.get('content-type'), 'image/svg+xml');
  assert.equal(await logo.text(), LOGO);
});

test('the application, the feeds and the page of tiers have the name too', async () => {
  const application = await textOf('/sign-in');
  assert.ok(application.includes('name="application-name" content="Marlowe &amp; &lt;Hart&gt;"'));
  assert.ok(!application.includes('RF Risk Indicators'));
  assert.ok((await textOf('/feeds/changelog.atom')).includes('Marlowe &amp; &lt;Hart&gt;: changes'));
  assert.ok((await textOf('/access')).includes('href="mailto:access@marlowe.example"'));
});

test('a setting that cannot be used is named, with what it should be', () => {
  const wrong: [setting: string, value: string][] = [
    ['RF_SITE_NAME', 'x'.repeat(41)],
    ['RF_SITE_LOGO', '/nowhere/logo.svg'],
    ['RF_SITE_LOGO', '/etc/passwd'],
    ['RF_SITE_COLOUR', 'green'],
    ['RF_IMPRINT_URL', 'javascript:alert(1)'],
    ['RF_CONTACT_URL', 'marlowe.example'],
  ];
  for (const [setting, value] of wrong) {
    assert.throws(
      () => readConfig({ [setting]: value }),
      (error) => error instanceof ConfigError && error.message.startsWith(setting),
      `${setting}=${value}`,
    );
  }
});
