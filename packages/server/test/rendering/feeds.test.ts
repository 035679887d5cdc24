import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { readChangelog } from '@rf-indicators/core/log/changelog';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { decideMatter } from '../../../../test/support/deciding.ts';
import { allNamed, childText, parsedXml } from '../../../../test/support/parsed-xml.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { DAY, enter, foundedWorld, publishNow } from '../../../../test/support/world.ts';
import {
  atomFeed,
  entryTitle,
  type FeedEntry,
  type FeedOptions,
  jsonFeed,
} from '../../src/rendering/feeds.ts';
import { xmlText } from '../../src/rendering/wire/xml.ts';

let browser: Browser;
let page: Page;

before(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
});

after(() => browser?.close());

const CHANGED_AT = Date.parse('2026-04-26T12:00:00Z');
const OPTIONS: FeedOptions = {
  siteName: 'RF Risk Indicators',
  baseUrl: 'https://rf.example',
  disclosure: LIMITATIONS_DISCLOSURE,
  updatedAt: CHANGED_AT,
};
const NONE = { rationale: null, disclosures: null, review: null, changedAt: 0 };
const ENTRY: FeedEntry = {
  seq: 7,
  id: '0196a0b0-0000-7000-8000-000000000007',
  provider_id: '0196a0b0-0000-7000-8000-000000000001',
  provider_name: 'Northgate Lending',
  planner_type: 'btc',
  kind: 'score_change',
  previous_score: 7410,
  new_score: 7120,
  previous_band: 'MEDIUM',
  new_band: 'MEDIUM',
  reason: 'New facts in Backing and collateral.',
  framework_version: 'RF Framework v1.0',
  verification_id: 'RF-484Z5-BPZS1-EQWRF-4E9RZ-YJJPKG',
  changed_at: CHANGED_AT,
  analysis: NONE,
};

test('an Atom feed has what RFC 4287 asks of it, and the disclosure', async () => {
  const feed = await parsedXml(page, atomFeed([ENTRY], OPTIONS));
  assert.equal(feed.name, 'feed');
  assert.equal(feed.attributes.xmlns, 'http://www.w3.org/2005/Atom');
  assert.equal(childText(feed, 'id'), 'https://rf.example/feeds/changelog.atom');
  assert.equal(childText(feed, 'title'), 'RF Risk Indicators: changes');
  assert.equal(childText(feed, 'updated'), '2026-04-26T12:00:00Z');
  assert.equal(childText(feed, 'rights'), LIMITATIONS_DISCLOSURE);
  assert.match(childText(feed, 'subtitle'), /higher is safer/);
  assert.match(childText(feed, 'author'), /^RF Risk Indicators/);
  const links = feed.children.filter(({ name }) => name === 'link').map(({ attributes }) => attributes);
  assert.deepEqual(
    links.map(({ rel, href }) => [rel, href]),
    [
      ['self', 'https://rf.example/feeds/changelog.atom'],
      ['alternate', 'https://rf.example/'],
    ],
  );
  const [entry, ...others] = allNamed(feed, 'entry');
  assert.ok(entry && others.length === 0);
  assert.equal(childText(entry, 'id'), 'urn:uuid:0196a0b0-0000-7000-8000-000000000007');
  assert.equal(childText(entry, 'title'), 'Northgate Lending: Medium risk · 71.20 (was 74.10)');
  assert.equal(childText(entry, 'summary'), ENTRY.reason);
  assert.equal(childText(entry, 'updated'), '2026-04-26T12:00:00Z');
  assert.equal(childText(entry, 'published'), '2026-04-26T12:00:00Z');
  assert.equal(
    allNamed(entry, 'link')[0]!.attributes.href,
    'https://rf.example/changes/0196a0b0-0000-7000-8000-000000000007',
  );
  assert.deepEqual(
    allNamed(entry, 'a').map(({ attributes }) => attributes.href),
    [
      'https://rf.example/changes/0196a0b0-0000-7000-8000-000000000007',
      'https://rf.example/verify/RF-484Z5-BPZS1-EQWRF-4E9RZ-YJJPKG',
    ],
    'the page of the change, and its proof',
  );
  assert.deepEqual(
    allNamed(entry, 'category').map(({ attributes }) => attributes.term),
    ['score_change', 'btc', 'Medium risk'],
  );
});

test('a JSON Feed has what version 1.1 asks of it, and the disclosure', () => {
  assert.deepEqual(JSON.parse(jsonFeed([ENTRY], OPTIONS)), {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'RF Risk Indicators: changes',
    home_page_url: 'https://rf.example/',
    feed_url: 'https://rf.example/feeds/changelog.json',
    description: LIMITATIONS_DISCLOSURE,
    authors: [{ name: 'RF Risk Indicators', url: 'https://rf.example' }],
    language: 'en',
    items: [
      {
        id: 'urn:uuid:0196a0b0-0000-7000-8000-000000000007',
        url: 'https://rf.example/changes/0196a0b0-0000-7000-8000-000000000007',
        title: 'Northgate Lending: Medium risk · 71.20 (was 74.10)',
        summary: ENTRY.reason,
        content_text: ENTRY.reason,
        date_published: '2026-04-26T12:00:00Z',
        date_modified: '2026-04-26T12:00:00Z',
        tags: ['score_change', 'btc', 'Medium risk'],
        _analysis: { rationale: null, disclosures: null, review: null },
      },
    ],
  });
});

test('old entries that name hard rules are masked, and a feed of some kinds has an address of its own', () => {
  const options: FeedOptions = { ...OPTIONS, kinds: ['drift', 'stale'] };
  const entries = [{ ...ENTRY, reason: 'New facts in Liquidity; hard rule HR04 fired.' }];
  for (const text of [atomFeed(entries, options), jsonFeed(entries, options)]) {
    assert.doesNotMatch(text, /HR04/);
    assert.match(text, /New facts in Liquidity; a cap was applied\./);
    assert.match(text, /feeds\/changelog\.(atom|json)\?kinds=drift,stale/);
  }
});

test('dates in a reason are written as on pages', () => {
  const stale = { ...ENTRY, reason: 'Insolvency status was last checked on 2026-10-21.' };
  for (const feed of [atomFeed([stale], OPTIONS), jsonFeed([stale], OPTIONS)]) {
    assert.match(feed, /last checked on 21 Oct 2026\./);
    assert.doesNotMatch(feed, /2026-10-21/);
  }
});

test('a title says what is, and what was', () => {
  const titles: [changes: Partial<FeedEntry>, title: string][] = [
    [{ kind: 'initial', previous_score: null, previous_band: null }, 'Medium risk · 71.20 (new)'],
    [{ kind: 'methodology_change' }, 'Medium risk · 71.20 (was 74.10)'],
    [{ kind: 'drift' }, 'Medium risk · 71.20 (was 74.10)'],
    [
      { kind: 'reinstatement', previous_score: null, previous_band: null },
      'Medium risk · 71.20 (reinstated)',
    ],
    [{ kind: 'stale', previous_score: 7120 }, 'Medium risk · 71.20 (stale)'],
    [{ kind: 'stale_ended', previous_score: 7120 }, 'Medium risk · 71.20 (no longer stale)'],
    [{ previous_score: 7120 }, 'Medium risk · 71.20 (same score)'],
    [
      { kind: 'band_change', new_score: 5999, new_band: 'ELEVATED' },
      'Elevated risk · 59.99 (was Medium risk · 74.10)',
    ],
    [{ kind: 'correction' }, 'Medium risk · 71.20 (corrected from 74.10)'],
    [
      { kind: 'correction', previous_score: 3999, previous_band: 'HIGH' },
      'Medium risk · 71.20 (corrected from High risk · 39.99)',
    ],
    [{ kind: 'correction', previous_score: 7120 }, 'Medium risk · 71.20 (corrected, same score)'],
    [{ kind: 'correction', previous_score: null, previous_band: null }, 'Medium risk · 71.20 (corrected)'],
    [{ kind: 'withdrawal', new_score: null, new_band: null }, 'withdrawn (was Medium risk · 74.10)'],
    [
      { kind: 'band_change', previous_score: 0, previous_band: 'HIGH', new_score: 10_000, new_band: 'LOW' },
      'Low risk · 100.00 (was High risk · 0.00)',
    ],
  ];
  for (const [changes, title] of titles) {
    assert.equal(entryTitle({ ...ENTRY, ...changes }), `Northgate Lending: ${title}`);
  }
});

test('a feed of one provider and one direction names both in its address, and links to the page of the provider', async () => {
  const id = ENTRY.provider_id;
  const options: FeedOptions = {
    ...{ ...OPTIONS, kinds: ['drift'], direction: 'riskier' },
    provider: { id, name: 'Brick & "Mortar"', slug: 'brick-mortar' },
  };
  const query = `?kinds=drift&provider_id=${id}&direction=riskier`;
  const feed = await parsedXml(page, atomFeed([], options));
  assert.equal(childText(feed, 'title'), 'RF Risk Indicators: changes of Brick & "Mortar"');
  assert.equal(childText(feed, 'id'), `https://rf.example/feeds/changelog.atom${query}`);
  assert.deepEqual(
    feed.children.filter(({ name }) => name === 'link').map(({ attributes }) => attributes.href),
    [`https://rf.example/feeds/changelog.atom${query}`, 'https://rf.example/providers/brick-mortar'],
  );
  const { feed_url, home_page_url, items } = JSON.parse(jsonFeed([], options));
  assert.deepEqual(
    [feed_url, home_page_url, items],
    [`https://rf.example/feeds/changelog.json${query}`, 'https://rf.example/providers/brick-mortar', []],
  );
});

test('no text can break out of a feed', async () => {
  const texts = [
    `"quotes" & 'apostrophes' <b>tags</b> &amp; &#60;`,
    ']]> <!-- --> <![CDATA[ <?php ?>',
    '</title></entry></feed><script>alert(1)</script>',
    'emoji 🏦👩‍👩‍👧‍👦 and beyond 𝕏',
    'عربي ועברית',
    ...Array.from({ length: 0xa0 }, (_, code) => `before${String.fromCharCode(code)}after`),
    'line\u2028paragraph\u2029\u0085\ufeff\ufffe\uffff',
    'lone \ud83d half \udc00 and \udc00\ud83d turned round',
    '\u{1fffe} \u{10ffff}',
  ];
  for (const text of texts) {
    const entry = { ...ENTRY, provider_name: text, reason: text };
    const feed = await parsedXml(page, atomFeed([entry], OPTIONS));
    const carried = text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .toWellFormed();
    assert.equal(childText(allNamed(feed, 'entry')[0]!, 'summary'), carried, JSON.stringify(text));
    assert.ok(atomFeed([entry], OPTIONS).isWellFormed(), 'no half of a pair is left to the encoder');
    assert.equal(allNamed(feed, 'entry').length, 1);
    assert.equal(allNamed(feed, 'script').length, 0);
    const [item] = JSON.parse(jsonFeed([entry], OPTIONS)).items;
    assert.equal(item.summary, text);
    assert.doesNotMatch(item.title, /\p{Cc}/u, 'a title is one line');
  }
});

test('white space in an attribute comes through the parser as it was', async () => {
  const text = ' \t\n\r\r\n<>"\'&';
  const { attributes } = await parsedXml(page, `<a b="${xmlText(text)}"/>`);
  assert.equal(attributes.b, text);
});

test('a name cannot turn the figures beside it round', () => {
  const title = (provider_name: string) => entryTitle({ ...ENTRY, provider_name });
  const rest = ': Medium risk · 71.20 (was 74.10)';
  assert.equal(title('North\u202egate\u2066 \u200fLending'), `Northgate Lending${rest}`);
  assert.equal(title('בית אשראי'), `\u2068בית אשראי\u2069${rest}`);
  assert.equal(title('عربي\u2069\u202e'), `\u2068عربي\u2069${rest}`);
  assert.equal(title(' North\r\n\tgate\u0000Lending '), `North gate Lending${rest}`);
});

onEitherStore('the feeds of a real changelog, a withdrawal included', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  await publishNow(world);
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  await publishNow(world, { providerIds: [world.idOf('FX-05')] });
  const request = { providerId: world.idOf('FX-07'), reason: 'ceased <trading> & gone' };
  const { desk, people } = world;
  await decideMatter(desk, await askToWithdraw(desk, people.operator, request));
  const { rows } = await readChangelog(world.store.db, { limit: 100 });
  const options = { ...OPTIONS, updatedAt: rows[0]!.changed_at };
  const entriesOf = rows.map((row) => ({ ...row, analysis: NONE }));
  const feed = await parsedXml(page, atomFeed(entriesOf, options));
  const entries = allNamed(feed, 'entry');
  assert.equal(entries.length, 14);
  assert.deepEqual(
    entries.map((entry) => childText(entry, 'id')),
    rows.map(({ id }) => `urn:uuid:${id}`),
  );
  assert.match(
    childText(entries[0]!, 'title'),
    /: withdrawn \(was (Low|Medium|Elevated|High) risk · \d+\.\d\d\)$/,
  );
  assert.equal(childText(entries[0]!, 'summary'), 'Withdrawn: ceased <trading> & gone');
  assert.match(childText(entries[1]!, 'title'), / risk · \d+\.\d\d \(was .*\d+\.\d\d\)$/);
  assert.doesNotMatch(childText(entries[1]!, 'summary'), /4\.00/, 'never the value of an input');
  const { items } = JSON.parse(jsonFeed(entriesOf, options)) as { items: { id: string; title: string }[] };
  assert.deepEqual(
    items.map(({ id, title }) => [id, title]),
    entries.map((entry) => [childText(entry, 'id'), childText(entry, 'title')]),
  );
});
