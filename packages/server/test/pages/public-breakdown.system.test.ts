// A publisher decides how much of a breakdown the pages show to everybody. What programs read stays the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Changelog, PublicScore } from '@rf-indicators/contract';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { PUBLIC_BREAKDOWNS } from '../../src/rendering/pages/site.ts';
import { holdPort } from '../../src/service/held-port.ts';

interface Seen {
  /** By path. */
  data: Map<string, string>;
  /** By slug. */
  pages: Map<string, string>;
  /** By slug: its report, and the page that compares it, which has modules only if the setting says so. */
  reports: Map<string, string>;
  compared: Map<string, string>;
}

test('pages show what the setting says; the public API, feeds, badges, cards, embeds, history and changes have the same bytes under all three', async (t) => {
  // One address for all three, because cards and reports contain it.
  const { port } = holdPort();
  const seen = new Map<string, Seen>();
  for (const breakdown of PUBLIC_BREAKDOWNS) {
    const { url, stop } = await startInProcess(t, {
      env: { RF_PUBLIC_BREAKDOWN: breakdown, PORT: String(port) },
    });
    const textOf = async (path: string) => {
      const response = await fetch(url + path);
      assert.equal(response.status, 200, path);
      return response.text();
    };
    const scores = (JSON.parse(await textOf('/api/public/scores')) as { data: PublicScore[] }).data;
    const data = new Map<string, string>();
    const changes = (JSON.parse(await textOf('/api/public/changelog')) as Changelog).data;
    const cards = scores
      .slice(0, 5)
      .map(({ verification_id: id, stale }) => `/cards/${id}-${stale ? 'stale' : 'current'}.png`);
    for (const path of [...pathsOf(url, scores), ...changes.map(({ id }) => `/changes/${id}`), ...cards])
      data.set(path, withoutPlaces(await textOf(path)));
    const pages = new Map<string, string>();
    const [reports, compared] = [new Map<string, string>(), new Map<string, string>()];
    for (const { slug } of scores) {
      pages.set(slug, await textOf(`/providers/${slug}?range=all&steps=all`));
      reports.set(slug, await textOf(`/providers/${slug}/report`));
      compared.set(slug, await textOf(`/compare?providers=${slug}`));
    }
    seen.set(breakdown, { data, pages, reports, compared });
    await stop();
  }
  const [headline, modules, everything] = PUBLIC_BREAKDOWNS.map((one) => seen.get(one)!) as [
    Seen,
    Seen,
    Seen,
  ];
  assert.ok(headline.data.size > 30);
  for (const [path, bytes] of headline.data) {
    assert.deepEqual(differing(modules.data.get(path)!, bytes), ['', ''], path);
    assert.deepEqual(differing(everything.data.get(path)!, bytes), ['', ''], path);
  }
  assert.deepEqual(modules.reports, headline.reports, 'a report has the headline only');
  assert.deepEqual(everything.reports, headline.reports);
  for (const [slug, page] of headline.pages) {
    assert.doesNotMatch(page, /id="breakdown"|\bHR\d\d\b|no evidence<|modules add up/, slug);
    const [withModules, withAll] = [modules.pages.get(slug)!, everything.pages.get(slug)!];
    assert.match(withModules, /<h2>The modules add up to \d+\.\d\d/, slug);
    assert.doesNotMatch(withModules, /criteria with their evidence/, slug);
    assert.match(withAll, /<summary>\d+ criteria with their evidence<\/summary>/, slug);
    assert.match(headline.compared.get(slug)!, new RegExp(`data-compared="${slug}"`));
    assert.doesNotMatch(headline.compared.get(slug)!, /module-map|\bHR\d\d\b/);
    assert.match(modules.compared.get(slug)!, /class="module-map"/);
  }
  const held = [...modules.pages].filter(([, page]) => page.includes('id="rules"'));
  assert.ok(held.length > 1, 'the demo has scores that hard rules hold');
  for (const [slug, page] of held) {
    const [, uncapped = ''] = /Without (?:them it|it the score) would be (\d+\.\d\d), \w+ risk\./.exec(page)!;
    const names = [
      .../<section id="rules">[\s\S]*?<\/section>/.exec(page)![0].matchAll(/scope="row">([^<]+)</g),
    ];
    assert.ok(names.length > 0, slug);
    const drawn = `${uncapped} without hard rules`;
    assert.equal(page.split(drawn).length - 1, 2, `${slug}: on the scale and on the chart`);
    // Nothing on any page of the headline gives it away, neither in words nor in a drawing.
    for (const hidden of [headline.pages, headline.reports, headline.compared]) {
      const text = hidden.get(slug)!;
      for (const secret of [
        uncapped,
        ...names.map(([, name]) => name!),
        'without hard rules',
        'without them',
        'hatch-held',
      ]) {
        assert.ok(!text.toLowerCase().includes(secret.toLowerCase()), `${slug}: ${secret}`);
      }
      assert.match(text, /[Hh]eld at \d+\.\d\d by \d hard rules?/, slug);
    }
  }
});

/** A chart that ends now has other places a second later. */
function withoutPlaces(text: string): string {
  return text.replaceAll(/ (d|x|x1|x2|cx|width|transform)="[^"]*"/g, '');
}

/** Where two texts begin to differ; both empty if they do not. */
function differing(one: string, other: string): [string, string] {
  if (one === other) return ['', ''];
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return [one.slice(Math.max(0, at - 60), at + 60), other.slice(Math.max(0, at - 60), at + 60)];
}

function pathsOf(url: string, scores: readonly PublicScore[]): string[] {
  return [
    ...['/api/public/scores', '/api/public/history', '/api/public/changelog', '/api/public/keys'],
    ...['/?view=map', '/?view=timeline', '/?view=timeline&as_of=2026-07-29', '/changelog', '/changelog.csv'],
    ...['/history/2026.json', '/history/days/2026-07-29.json', '/feeds/weekly.json', '/cards/site.png'],
    ...['/feeds/changelog.atom', '/feeds/changelog.json', '/scores.csv', '/provider-names.json'],
    ...scores.flatMap(({ slug, verification_id }) => [
      `/api/public/history/${slug}`,
      `/api/public/verify/${verification_id}`,
      `/badges/${slug}.svg`,
      `/embed/${slug}`,
      `/embed/${slug}.svg`,
      `/oembed?url=${encodeURIComponent(`${url}/providers/${slug}`)}&format=json`,
      `/search.json?q=${slug}`,
    ]),
  ];
}
