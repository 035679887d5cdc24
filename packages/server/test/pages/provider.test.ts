// The page of a provider and its report, as readers get them. provider.system.test.ts opens them in a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HistoryYear, MethodologyDifferences, PublicHistory } from '@rf-indicators/contract';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { cases } from '../../../../test/support/counts.ts';
import { changeSlug } from '../../../../test/support/naming.ts';
import { until } from '../../../../test/support/until.ts';
import { shortDay } from '../../src/rendering/pages/page-words.ts';
import { readKnown } from '../../src/rendering/pages/provider/known.ts';
import { providerPage } from '../../src/rendering/pages/provider/page.ts';
import type { ShownSteps } from '../../src/rendering/pages/provider/range.ts';
import { PAGE_READS } from '../../src/rendering/pages/reads.ts';
import { providerSite } from './provider-site.ts';

const DAY = 24 * 60 * 60 * 1000;
const { url, office, scores, changes, getJson, textOf, withdrawnIds, readingAt } = await providerSite();
const BROWSER = { accept: 'text/html' };

const wordsIn = (text: string) =>
  text
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
const bandWords = (band: string) => `${band.charAt(0)}${band.slice(1).toLowerCase()} risk`;
const partOf = (text: string, id: string) =>
  new RegExp(`<section id="${id}"[\\s\\S]*?</section>`).exec(text)![0];

test('the page of each provider says what the public endpoints say of it, and nothing else', async () => {
  for (const score of scores) {
    const { slug, name, final_score, risk_band, scored_at, verification_id } = score;
    const text = await textOf(`/providers/${slug}`);
    const words = wordsIn(text);
    const figure = final_score.toFixed(2);
    assert.ok(text.includes(`<title>${figure} ${bandWords(risk_band)} · ${name} · RF Risk`), slug);
    assert.ok(words.includes(` ${figure} ${bandWords(risk_band)} of 100.00, higher is safer`), slug);
    assert.ok(words.includes(`scored ${shortDay(scored_at)}`), slug);
    assert.ok(text.includes(`data-copy="${verification_id}"`) && words.includes(verification_id), slug);
    assert.ok(text.includes(`<link rel="canonical" href="${url}/providers/${slug}">`), slug);
    assert.match(text, /<meta name="description" content="[^"]{40,}/);
    assert.ok(text.includes(`href="/providers/${slug}/report"`), slug);
    assert.ok(words.includes('not probabilities of default'), slug);
    assert.ok(text.includes(`<section id="entitled" class="entitled" data-entitled data-slug="${slug}">`));
    assert.doesNotMatch(text, / style="/, slug);
    assert.doesNotMatch(words, /\b(LOW|MEDIUM|ELEVATED|HIGH|NaN|null|undefined|btc)\b(?! ·)/, slug);
    assert.doesNotMatch(words, /\s-\d/, 'a minus is not a hyphen');
  }
});

test('the table of the history says when the indicator was under review', async () => {
  const { data } = await getJson<HistoryYear>('/history/2026.json');
  const reviewed = data.filter(({ reviews }) => reviews.length > 0);
  assert.ok(reviewed.some(({ reviews }) => reviews.some(({ until }) => until === null)));
  const directions = { up: 'a safer score', down: 'a riskier score' } as const;
  for (const { slug, reviews } of reviewed) {
    const words = wordsIn(await textOf(`/providers/${slug}?range=all&steps=all`));
    for (const { direction, from, until: end } of reviews) {
      const way = direction === 'developing' ? 'with an open direction' : `for ${directions[direction]}`;
      const time = end === null ? `since ${shortDay(from)}` : `from ${shortDay(from)} to ${shortDay(end)}`;
      assert.ok(words.includes(`Under review ${way}, ${time}.`), `${slug}: ${way}, ${time}`);
    }
  }
});

test('what changed are the stories of the last three days of the changelog, in words', async () => {
  const daysOf = (id: string) =>
    new Set(
      changes
        .filter(({ provider_id, kind }) => provider_id === id && kind !== 'drift')
        .map(({ changed_at }) => changed_at.slice(0, 10)),
    );
  const { id, slug } = scores.find((score) => daysOf(score.id).size >= 3)!;
  const part = partOf(await textOf(`/providers/${slug}`), 'changes');
  const [newest] = changes.filter(({ provider_id }) => provider_id === id);
  assert.equal(part.match(/<tr><th scope="row">/g)!.length, 3);
  assert.ok(wordsIn(part).includes(shortDay(newest!.changed_at)));
  assert.ok(part.includes(`href="/verify/${newest!.verification_id}"`));
  for (const score of scores) {
    const words = wordsIn(partOf(await textOf(`/providers/${score.slug}`), 'changes'));
    const shown = changes.filter(({ provider_id, kind }) => provider_id === score.id && kind !== 'drift');
    for (const change of shown.slice(0, 1)) {
      const moved = change.previous_score !== null && change.new_score !== change.previous_score;
      if (!moved || change.new_score === null) continue;
      const figures = `${change.previous_score!.toFixed(2)} to ${change.new_score.toFixed(2)}`;
      const direction = change.new_score > change.previous_score! ? 'safer' : 'riskier';
      assert.ok(words.includes(`${figures} ${direction}`), `${score.slug}: ${words}`);
    }
  }
});

test('stale, corrected and withdrawn stand above the score, with date and reason', async () => {
  const stale = scores.find((score) => score.stale)!;
  const staleText = await textOf(`/providers/${stale.slug}`);
  assert.match(staleText, /<p class="warning"><strong>Stale since \d+ \w+ \d{4}\.<\/strong>/);
  assert.ok(staleText.indexOf('class="warning"') < staleText.indexOf('class="score-figure"'));

  // One day, wherever the page says since when.
  const day = /<strong>Stale since (\d+ \w+ \d{4})\./.exec(staleText)![1]!;
  const told = wordsIn(staleText);
  assert.match(told, new RegExp(`${day} [\\d.]+ stale`), 'what changed names the same day');
  const staleRows = partOf(await textOf(`/providers/${stale.slug}?steps=all`), 'history')
    .match(/<tr data-from=[\s\S]*?<\/tr>/g)!
    .filter((row) => row.includes('Stale.'));
  assert.ok(
    wordsIn(staleRows.at(-1)!).trim().startsWith(`${day}, `),
    'the history begins to be stale that day',
  );
  const proof = wordsIn(await textOf(`/verify/${stale.verification_id}`));
  assert.ok(proof.includes(`stale since ${day}`), 'its proof says the same');
  assert.doesNotMatch(told, /\b20\d{2}-\d{2}-\d{2}\b/, 'dates are written for readers');

  const corrected = changes.find(
    ({ kind, changed_at, provider_id }) =>
      kind === 'correction' &&
      Date.parse(changed_at) > Date.now() - 89 * DAY &&
      scores.some(({ id }) => id === provider_id),
  );
  if (corrected !== undefined) {
    const { slug } = scores.find(({ id }) => id === corrected.provider_id)!;
    const words = wordsIn(await textOf(`/providers/${slug}`));
    assert.ok(words.includes(`Corrected on ${shortDay(corrected.changed_at)}.`), words.slice(0, 400));
  }

  const [id] = withdrawnIds();
  const withdrawn = await getJson<PublicHistory>(`/api/public/history/${id}`);
  const text = await textOf(`/providers/${withdrawn.slug}?range=all`);
  const words = wordsIn(text);
  assert.ok(text.includes(`<title>Withdrawn · ${withdrawn.name} · `));
  assert.match(words, /Withdrawn on \d+ \w+ \d{4}\. .* Do not rely on earlier scores\./);
  const last = withdrawn.data[0]!;
  assert.ok(words.includes(`${bandWords(last.risk_band)} · ${last.final_score.toFixed(2)}, until`), words);
  assert.ok(text.includes('class="cross"'), 'the lane has a cross');
  assert.doesNotMatch(text, /class="score-figure"|data-copy=|data-entitled/);
});

test('a long history makes no long page: it has the newest twenty steps, and a link to all', async () => {
  const reading = readingAt(Date.now);
  const provider = (await readKnown(reading, (await findProvider(reading.db, scores[0]!.slug))!))!;
  const [step] = provider.steps;
  const beginning = Date.now() - 800 * DAY;
  /** A step a day, up or down by turns. */
  const after = (days: number, steps: ShownSteps = 'newest') => {
    const long = Array.from({ length: days }, (_, at) => ({
      ...step!,
      ...{ from: beginning + at * DAY, until: at === days - 1 ? null : beginning + (at + 1) * DAY },
      finalScore: 7000 + (at % 2),
    }));
    const known = { ...provider, steps: long };
    return providerPage({ site: reading.site, provider: known, range: 'all', steps, now: Date.now() }).text;
  };
  const rowsIn = (text: string) => text.match(/<tr data-from=/g)!.length;
  const sentenceIn = (text: string) =>
    /The newest [^.]*\.[^.]*/.exec(wordsIn(partOf(text, 'history')))?.[0].trim();
  const linkIn = (text: string) => /<a href="([^"]*)" data-range>Show/.exec(text)?.[1];

  assert.deepEqual([rowsIn(after(20)), sentenceIn(after(20))], [20, undefined]);
  assert.deepEqual(
    [rowsIn(after(21)), sentenceIn(after(21))],
    [20, 'The newest 20 of 21 steps. Show all 21'],
  );
  assert.equal(linkIn(after(21)), `/providers/${provider.slug}?range=all&amp;steps=all#history`);
  assert.deepEqual([rowsIn(after(21, 'all')), sentenceIn(after(21, 'all'))], [21, undefined]);
  assert.match(after(21, 'all'), /<details class="as-table" open>/);
  assert.equal(sentenceIn(after(700)), 'The newest 20 of 700 steps. Show the newest 500');
  assert.deepEqual(
    [rowsIn(after(700, 'all')), sentenceIn(after(700, 'all'))],
    [500, 'The newest 500 of 700 steps. All of them are in the history as JSON'],
  );
  // Only the line of the chart grows.
  const [short, long] = [after(20).length, after(700).length];
  assert.ok(long - short < 700 * 40, `${short} characters with 20 steps, ${long} with 700`);
});

test('the chart and its table have the steps of the chosen period, and the title follows it', async () => {
  for (const { slug } of scores.slice(0, cases(4, 100))) {
    const { data: steps } = await getJson<PublicHistory>(`/api/public/history/${slug}?limit=1000`);
    for (const [range, days] of [
      ['?range=90d', 90],
      ['?range=1y', 365],
      ['?range=all', 100_000],
    ] as const) {
      const part = partOf(await textOf(`/providers/${slug}${range}&steps=all`), 'history');
      const since = Math.floor(Date.now() / DAY) * DAY - days * DAY;
      const shown = steps.filter(({ until: end }) => end === null || Date.parse(end) > since);
      assert.equal(part.match(/<tr data-from=/g)?.length, shown.length, `${slug}${range}`);
      const change = Math.round((shown[0]!.final_score - shown.at(-1)!.final_score) * 100) / 100;
      const title = /<h2>(.*?)<\/h2>/.exec(part)![1]!;
      const expected =
        change === 0
          ? /^(Unchanged|Back) at/
          : new RegExp(`^${change > 0 ? 'Up' : 'Down'} ${Math.abs(change).toFixed(2)} (in|since) `);
      assert.match(title, expected, `${slug}${range}`);
      const whole = days === 90 || days === 365;
      const isOlder = Date.parse(shown.at(-1)!.from) <= since;
      if (whole && isOlder) assert.ok(title.includes(days === 90 ? 'in 90 days' : 'in 1 year'), title);
    }
  }
});

test('a value that is not known gives the period in which something happened, like no value', async () => {
  for (const { slug } of scores.slice(0, 3)) {
    const usual = partOf(await textOf(`/providers/${slug}`), 'history');
    assert.equal(partOf(await textOf(`/providers/${slug}?range=nonsense`), 'history'), usual);
    assert.match(usual, /data-range aria-current="true"/);
  }
  // The withdrawal is the story of a withdrawn provider, however long ago it was.
  const withdrawn = await getJson<PublicHistory>(`/api/public/history/${withdrawnIds()[0]}`);
  assert.match(
    partOf(await textOf(`/providers/${withdrawn.slug}`), 'history'),
    /<h2>Withdrawn on \d+ \w+ \d{4}<\/h2>/,
  );
});

test('a score that hard rules hold says so, and never how many points are missing', async () => {
  let held = 0;
  const list = (await textOf('/')).match(/<tr class="band-[\s\S]*?<\/tr>/g)!;
  for (const { slug, final_score } of scores) {
    const words = wordsIn(await textOf(`/providers/${slug}`));
    const figure = final_score.toFixed(2);
    if (!new RegExp(`· scored [\\w ]+ Held at ${figure} by \\d hard rules?\\.`).test(words)) continue;
    held += 1;
    assert.doesNotMatch(words, / to (Low|Medium|Elevated) risk · scored/, slug);
    const [, count] = /Held at [\d.]+ by (\d) hard rule/.exec(words)!;
    assert.match(words, new RegExp(`Hard rules ${count} of 12 holds? the score`), slug);
    assert.match(wordsIn(await textOf(`/providers/${slug}/report`)), /Held at [\d.]+ by \d hard rules?\./);
    const row = list.find((one) => one.includes(`/providers/${slug}"`))!;
    assert.match(row, /title="Held at [\d.]+ by \d hard rules?\."/);
    const compared = wordsIn(await textOf(`/compare?providers=${slug}`));
    assert.match(compared, / held by \d hard rules? /);
  }
  assert.ok(held > 0, 'the demo has a score that hard rules hold');
  assert.match(
    wordsIn(await textOf('/providers/brindlewick-vaults')),
    /Hard rules none of 12 holds the score/,
  );
});

test('the state of a provider stands first: above the score, or between it and the scale', async () => {
  const placesIn = (text: string, parts: readonly string[]) => parts.map((part) => text.indexOf(part));
  const inOrder = (found: readonly number[]) =>
    found.every((place, at) => place > (at === 0 ? 0 : found[at - 1]!));
  for (const { slug, stale } of scores) {
    const text = await textOf(`/providers/${slug}`);
    const isHeld = text.includes('class="held"');
    const parts = [
      ...(stale ? ['class="warning"'] : []),
      ...['class="score-figure"', 'class="score-notes"'],
      ...(isHeld ? ['class="held"'] : []),
      ...['class="band-scale"', 'id="changes"', 'id="history"', 'id="peers"', 'id="entitled"'],
    ];
    assert.ok(inOrder(placesIn(text, parts)), `${slug}: ${placesIn(text, parts)}`);
  }
});

test('peers are a strip with a dot for each provider of the type, and the same as a table', async () => {
  for (const { id, slug, planner_type, final_score } of scores) {
    const peers = scores.filter((one) => one.planner_type === planner_type);
    const part = partOf(await textOf(`/providers/${slug}`), 'peers');
    const dots = [...part.matchAll(/data-peer="([\d.]+)" data-href="\/providers\/([a-z0-9-]+)"/g)];
    assert.deepEqual(
      dots.map(([, score, to]) => `${to} ${score}`).sort(),
      peers.map((one) => `${one.slug} ${one.final_score}`).sort(),
    );
    const rank = 1 + peers.filter((one) => one.final_score > final_score).length;
    assert.match(part, new RegExp(`<h2>Rank ${rank} of ${peers.length} \\w+ providers by score`));
    for (const peer of peers) {
      assert.ok(wordsIn(part).includes(`${peer.name} ${peer.final_score.toFixed(2)}`), peer.slug);
      assert.equal(part.includes(`<a href="/providers/${peer.slug}">`), peer.id !== id);
    }
  }
});

test('a former slug and an id lead to the page, and an unknown one to search and request', async () => {
  const { slug, id } = scores[0]!;
  const { desk, operator } = office;
  await changeSlug(desk, operator, slug, 'another-slug');
  const statusOf = async (path: string) =>
    (await fetch(`${url}/providers/${path}`, { redirect: 'manual' })).status;
  await until('the page has moved', async () => (await statusOf(slug)) === 302);
  for (const path of [slug, id]) {
    for (const rest of ['', '?range=1y', '/report']) {
      const response = await fetch(`${url}/providers/${path}${rest}`, { redirect: 'manual' });
      assert.equal(response.status, 302, path);
      assert.equal(response.headers.get('location'), `/providers/another-slug${rest}`);
    }
  }
  await changeSlug(desk, operator, 'another-slug', slug);
  await until('the page is back', async () => (await statusOf(slug)) === 200);
  for (const rest of ['', '/report']) {
    const response = await fetch(`${url}/providers/${slug}x${rest}`, { headers: BROWSER });
    const text = await response.text();
    assert.equal(response.status, 404);
    assert.ok(text.includes(`<li><a href="/providers/${slug}">`), 'a similar one is suggested');
    assert.ok(text.includes('href="/request"') && text.includes('<form class="ask" action="/">'));
  }
  const attack = await fetch(`${url}/providers/${encodeURIComponent('"><script>alert(1)</script>')}`);
  assert.equal(attack.status, 404);
  assert.doesNotMatch(await attack.text(), /<script>/);
});

test('a report is the same bytes whenever it is made, and has public rows only', async () => {
  for (const { slug, verification_id, final_score } of scores) {
    const reports = [0, 45 * DAY].map((later) =>
      PAGE_READS.providerReport(
        readingAt(() => Date.now() + later),
        { slug },
      ),
    );
    const [first, second] = (await Promise.all(reports)) as { content: string }[];
    assert.equal(first!.content, second!.content, slug);
    assert.ok(first!.content.includes(verification_id) && first!.content.includes(final_score.toFixed(2)));
    assert.match(
      wordsIn(first!.content),
      /Key fingerprint .* Checkpoint \S+ \d+ \S+= Log entry \d+ .* Page 1 of 1/,
    );
    assert.ok(
      first!.content.includes(
        `<section class="report-sheet" data-entitled-report data-slug="${slug}"></section>`,
      ),
    );
  }
});

test('the page of a framework version has the old and the new score of every provider', async () => {
  const { data } = await getJson<MethodologyDifferences>('/api/public/methodology/2.0/differences');
  const { framework, providers, counts } = data;
  assert.ok((await textOf('/methodology')).includes(`href="/methodology/${framework.digest}/differences"`));
  const text = await textOf(`/methodology/${framework.digest}/differences`);
  assert.equal(text, await textOf('/methodology/2.0/differences?page=99'));
  const rows = text.match(/<tr><th scope="row"><a href="\/providers\/.*?<\/tr>/g)!;
  assert.equal(rows.length, providers.length);
  for (const { slug, old_score, new_score, delta } of providers) {
    const row = wordsIn(rows.find((one) => one.includes(`href="/providers/${slug}"`))!);
    for (const figure of [old_score, new_score, delta?.replace('-', '−')]) {
      if (figure !== null && figure !== undefined) assert.ok(row.includes(figure), `${row} has ${figure}`);
    }
  }
  assert.ok(wordsIn(text).includes(`${counts.higher} higher, ${counts.lower} lower`));
  for (const version of ['1.0', '9.9', 'x']) {
    const { status } = await fetch(`${url}/methodology/${version}/differences`, { headers: BROWSER });
    assert.equal(status, 404, version);
  }
});
