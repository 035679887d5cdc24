import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { allNamed, childText, parsedXml } from '../../../../test/support/parsed-xml.ts';
import { type Badge, scoreBadge, textWidth } from '../../src/rendering/badges/badge.ts';

let browser: Browser;
let page: Page;

before(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
});

after(() => browser?.close());

const LOW: Badge = {
  name: 'Northgate Lending',
  score: 9152,
  band: 'LOW',
  scoredAt: Date.parse('2026-08-05T03:00:00Z'),
  staleSince: null,
  withdrawn: false,
};
const STALE_SINCE = Date.parse('2026-10-26T00:00:00Z');
const ALL: Badge[] = [
  LOW,
  { ...LOW, score: 10_000 },
  { ...LOW, score: 7120, band: 'MEDIUM' },
  { ...LOW, score: 5540, band: 'ELEVATED' },
  { ...LOW, score: 0, band: 'HIGH' },
  { ...LOW, staleSince: STALE_SINCE },
  { ...LOW, score: 3999, band: 'HIGH', staleSince: STALE_SINCE },
  { ...LOW, withdrawn: true },
  { ...LOW, score: null, band: null },
  { ...LOW, band: 'UNHEARD_OF_WIDE_WORD' },
];

const shown = async (badge: Badge) =>
  allNamed(await parsedXml(page, scoreBadge(badge)), 'text').map(({ text }) => text);

test('a badge says band and score, never a bare band', async () => {
  assert.deepEqual(await shown(LOW), ['RF band:', 'LOW · 91.52']);
  assert.deepEqual(await shown({ ...LOW, score: 7120, band: 'MEDIUM' }), ['RF band:', 'MEDIUM · 71.20']);
  assert.deepEqual(await shown({ ...LOW, score: 5540, band: 'ELEVATED' }), ['RF band:', 'ELEVATED · 55.40']);
  assert.deepEqual(await shown({ ...LOW, score: 0, band: 'HIGH' }), ['RF band:', 'HIGH · 0.00']);
});

test('what is stale, withdrawn or not scored says so', async () => {
  const stale = { ...LOW, staleSince: STALE_SINCE };
  assert.deepEqual(await shown(stale), ['RF band:', 'LOW · 91.52', 'stale']);
  assert.deepEqual(await shown({ ...stale, withdrawn: true }), ['RF band:', 'withdrawn']);
  assert.deepEqual(await shown({ ...LOW, score: null, band: null }), ['RF band:', 'no score']);
});

test('bars count the band from the safest', async () => {
  const bars = async (band: string) => {
    const svg = await parsedXml(page, scoreBadge({ ...LOW, band }));
    const count = (kind: string) => {
      const path = allNamed(svg, 'path').find(({ attributes }) => attributes.class!.includes(`-${kind}-`));
      return path === undefined ? 0 : path.attributes.d!.match(/M/g)!.length;
    };
    return [count('full'), count('empty')];
  };
  assert.deepEqual(await bars('LOW'), [1, 3]);
  assert.deepEqual(await bars('MEDIUM'), [2, 2]);
  assert.deepEqual(await bars('ELEVATED'), [3, 1]);
  assert.deepEqual(await bars('HIGH'), [4, 0]);
});

test('whoever cannot see it hears whose score it is, that higher is safer, and of when it is', async () => {
  const svg = await parsedXml(page, scoreBadge({ ...LOW, staleSince: STALE_SINCE }));
  const title = 'Northgate Lending: RF band: LOW · 91.52 · stale';
  assert.equal(svg.attributes.role, 'img');
  assert.equal(svg.attributes['aria-label'], title);
  assert.equal(svg.children[0]!.name, 'title', 'a browser shows it only if it is the first child');
  assert.equal(childText(svg, 'title'), title);
  assert.equal(
    childText(svg, 'desc'),
    'Low risk: band 1 of 4, where band 1 is the safest. Scores range from 0 to 100; higher is safer. ' +
      'Scored on 5 Aug 2026. Stale since 26 Oct 2026.',
  );
  const gone = await parsedXml(page, scoreBadge({ ...LOW, withdrawn: true }));
  assert.equal(childText(gone, 'title'), 'Northgate Lending: RF band: withdrawn');
  assert.doesNotMatch(gone.text, /91\.52/);
});

test('a badge refers to nothing outside, runs nothing and has no ids', async () => {
  for (const badge of ALL) {
    const svg = scoreBadge(badge);
    assert.doesNotMatch(
      svg.replace('xmlns="http://www.w3.org/2000/svg"', ''),
      /http|url\(|href|script| id=| on\w+=/,
    );
    assert.equal((await parsedXml(page, svg)).attributes.xmlns, 'http://www.w3.org/2000/svg');
  }
});

test('no name can break out of a badge', async () => {
  for (const name of [
    '</title><script>alert(1)</script>',
    `"quotes" & 'apostrophes' <b> ]]> --> <![CDATA[`,
    '" onload="alert(1)',
    '🏦 בית אשראי \u202e \u0000\u0008\ufffe \ud83d',
    'W'.repeat(10_000),
    '',
  ]) {
    const svg = await parsedXml(page, scoreBadge({ ...LOW, name }));
    assert.deepEqual(Object.keys(svg.attributes).sort(), [
      'aria-label',
      'height',
      'role',
      'viewBox',
      'width',
      'xmlns',
    ]);
    assert.equal(allNamed(svg, 'script').length, 0);
    assert.equal(svg.attributes.width, '186', 'a name takes no room');
  }
});

test('text stands out from its background at 4.5 to 1 or better, on light pages and on dark ones', async () => {
  for (const badge of ALL) {
    const svg = await parsedXml(page, scoreBadge(badge));
    const dark = darkColours(childText(svg, 'style'));
    const backgrounds = allNamed(svg, 'path').filter(({ attributes }) => attributes.fill !== 'none');
    for (const { attributes, text } of allNamed(svg, 'text')) {
      const shade = attributes.class!.replace('rf-badge-on-', '');
      const background = backgrounds.find(({ attributes: { class: name } }) => name === `rf-badge-${shade}`);
      const light = contrast(attributes.fill!, background!.attributes.fill!);
      assert.ok(light >= 4.5, `${text}: ${light} on light pages`);
      const onDark = contrast(dark.get(`rf-badge-on-${shade}`)!, dark.get(`rf-badge-${shade}`)!);
      assert.ok(onDark >= 4.5, `${text}: ${onDark} on dark pages`);
    }
  }
});

function darkColours(style: string): Map<string, string> {
  assert.match(style, /^@media \(prefers-color-scheme:dark\)\{.*\}$/);
  return new Map(
    [...style.matchAll(/\.([a-z-]+)\{fill:(#[0-9A-F]{6})/g)].map(([, name, colour]) => [name!, colour!]),
  );
}

/** WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('the colours change with the page’s scheme', async () => {
  const context = await browser.newContext({ colorScheme: 'dark' });
  const darkPage = await context.newPage();
  const fills = async (on: Page) => {
    await on.setContent(scoreBadge(LOW));
    return on.evaluate(`[...document.querySelectorAll('path')].map((path) => getComputedStyle(path).fill)`);
  };
  assert.deepEqual(await fills(page), ['rgb(20, 24, 31)', 'rgb(36, 56, 156)', 'rgb(255, 255, 255)', 'none']);
  assert.deepEqual(await fills(darkPage), [
    'rgb(23, 27, 34)',
    'rgb(117, 150, 224)',
    'rgb(14, 17, 22)',
    'none',
  ]);
  await context.close();
});

interface Box {
  left: number;
  right: number;
}

test('drawn in a browser, everything stays inside its part, in any font', async () => {
  for (const font of ['Verdana', 'monospace', 'serif', 'Arial']) {
    for (const badge of ALL) {
      await page.setContent(scoreBadge(badge).replace('Verdana,', `${font},`));
      const boxes = (selector: string) =>
        page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => {
          const { left, right } = element.getBoundingClientRect();
          return { left, right };
        })`) as Promise<Box[]>;
      const parts = await boxes('path:not([stroke])');
      const texts = await boxes('text');
      const bars = await boxes('path[stroke]');
      assert.equal(parts.length, texts.length);
      for (const [at, { left, right }] of texts.entries()) {
        const part = parts[at]!;
        assert.ok(left >= part.left + 5 && right <= part.right - 5, `${font}: ${JSON.stringify(badge)}`);
        if (at > 0) assert.equal(part.left, parts[at - 1]!.right, 'parts join without a gap');
      }
      for (const { left, right } of bars) {
        assert.ok(left > texts[1]!.right && right <= parts[1]!.right - 5, `bars of ${JSON.stringify(badge)}`);
      }
      const [whole] = await boxes('svg');
      assert.equal(whole!.right - whole!.left, parts.at(-1)!.right - parts[0]!.left);
    }
  }
});

test('widths are those of the font, and generous for what is not in the table', () => {
  assert.equal(textWidth(''), 0);
  assert.equal(textWidth('0000000000'), 70);
  assert.equal(textWidth('RF risk indicator'), 90);
  assert.equal(textWidth('漢字'), 22);
  assert.equal(textWidth('🏦'), 11, 'one character, not two halves');
});
