// The page of changes, the pages of single changes and of weeks, and their feeds, as readers of the demo get them.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { CHANGELOG_KINDS, type Changelog, type JsonFeed, type Verification } from '@rf-indicators/contract';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { shortDay } from '../../src/rendering/pages/page-words.ts';

type Entry = Changelog['data'][number];

let url: string;
let entries: Entry[];

before(async () => {
  ({ url } = await startInProcess(wholeFile));
  entries = (await jsonOf<Changelog>('/api/public/changelog?limit=1000')).data;
});

async function textOf(path: string): Promise<string> {
  const response = await fetch(url + path, { redirect: 'manual', headers: { accept: 'text/html' } });
  assert.equal(response.status, 200, path);
  return response.text();
}

const jsonOf = async <T>(path: string) => (await (await fetch(url + path)).json()) as T;
const wordsIn = (text: string) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const mainOf = (text: string) => /<main[\s\S]*<\/main>/.exec(text)![0];
const sectionOf = (text: string, name: string) =>
  new RegExp(`<section class="changes-of" data-section="${name}">[\\s\\S]*?</section>`).exec(text)?.[0] ?? '';
const idsIn = (text: string) => [...text.matchAll(/href="\/changes\/([0-9a-f-]{36})"/g)].map(([, id]) => id!);
const of = (...kinds: string[]) => entries.filter(({ kind }) => kinds.includes(kind));
const idsOf = (some: readonly Entry[]) => some.map(({ id }) => id);
/** A row that corrections of one day and cause share links to the newest. */
const linkedOf = (some: readonly Entry[]) =>
  idsOf(
    some.filter(
      (one, at) =>
        one.kind !== 'correction' || !some.slice(0, at).some((newer) => causeOf(newer) === causeOf(one)),
    ),
  );
const causeOf = ({ kind, provider_id, changed_at, reason }: Entry) =>
  `${kind} ${provider_id} ${changed_at.slice(0, 10)} ${reason}`;
const sectionsIn = (text: string) =>
  [...text.matchAll(/<section class="changes-of" data-section="(\w+)"/g)].map(([, name]) => name!);

/** A section as a page shows it, and as its older pages go on, one after the other. */
async function wholeSection(path: string, name: string): Promise<string[]> {
  const parts: string[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const text = await textOf(next);
    if (parts.length > 0) assert.deepEqual(sectionsIn(text), [name], next);
    parts.push(sectionOf(text, name));
    next = /href="([^"]+)" rel="next">Older/.exec(parts.at(-1)!)?.[1]?.replaceAll('&amp;', '&');
  }
  return parts;
}

/** Every change that the page links to, and that the older pages of its sections do: each once. */
async function allIds(path: string): Promise<Set<string>> {
  const names = sectionsIn(await textOf(path));
  const found = await Promise.all(names.map((name) => wholeSection(path, name)));
  const ids = found.flat().flatMap(idsIn);
  assert.equal(new Set(ids).size, ids.length, `${path}: a change twice`);
  return new Set(ids);
}

const location = async (path: string) => {
  const response = await fetch(url + path, { redirect: 'manual' });
  return [response.status, response.headers.get('location')];
};

test('band changes come first as stories with a chart, then states, then small moves folded by provider', async () => {
  const text = await textOf('/changelog');
  assert.deepEqual(sectionsIn(text), ['bands', 'states', 'moves'], 'first scores are off');
  const pages = await wholeSection('/changelog', 'bands');
  const changes = of('band_change');
  assert.deepEqual(idsIn(pages[0]!), idsOf(changes.slice(0, 12)));
  assert.ok(wordsIn(pages[0]!).includes(`Band changes 12 of ${changes.length} `));
  const bands = pages.join('');
  assert.deepEqual(idsIn(bands), idsOf(changes));
  assert.equal(bands.match(/<svg class="change-chart"/g)?.length, changes.length);
  for (const { provider_name, verification_id, changed_at } of changes) {
    assert.ok(wordsIn(bands).includes(provider_name) && wordsIn(bands).includes(shortDay(changed_at)));
    assert.ok(bands.includes(`/verify/${verification_id}">Proof</a>`));
  }
  assert.match(
    wordsIn(bands),
    /Brindlewick Vaults is Medium risk again .* Brindlewick Vaults falls to High risk/,
  );
  assert.match(wordsIn(bands), /High to Medium risk safer 39\.99 to 76\.98 \+36\.99/);
});

test('small moves are folded by provider, the newest of all first, and older pages have the rest', async () => {
  const moves = of('score_change', 'drift', 'methodology_change');
  const pages = await wholeSection('/changelog', 'moves');
  assert.deepEqual(new Set(idsIn(pages[0]!)), new Set(idsOf(moves.slice(0, 48))));
  assert.deepEqual(new Set(pages.flatMap(idsIn)), new Set(idsOf(moves)));
  assert.equal(pages.flatMap(idsIn).length, moves.length, 'each once');
  for (const folded of pages) {
    const shown = moves.filter(({ id }) => folded.includes(id));
    const byProvider = Map.groupBy(shown, ({ provider_id }) => provider_id);
    assert.ok(
      wordsIn(folded).includes(
        `Small moves, by provider ${shown.length} of ${moves.length} · ${byProvider.size} providers`,
      ),
    );
    const folds = folded.match(/<details class="of-provider[\s\S]*?<p class="whole">/g)!;
    assert.equal(folds.length, byProvider.size);
    assert.equal(folded.match(/<svg class="spark"/g)?.length, byProvider.size);
    for (const [at, its] of [...byProvider.values()].entries()) {
      const words = wordsIn(folds[at]!);
      assert.deepEqual(idsIn(folds[at]!), idsOf(its));
      assert.ok(words.includes(its[0]!.provider_name));
      assert.ok(words.includes(its.length === 1 ? ' 1 change ' : ` ${its.length} changes `));
      assert.equal(
        words.includes(`${its.length - 4} more since ${shortDay(its.at(-1)!.changed_at)}`),
        its.length > 4,
      );
    }
  }
});

test('corrections of one day and cause share a row with the proofs of both', async () => {
  const pairs = [...Map.groupBy(of('correction'), causeOf).values()];
  assert.deepEqual(
    pairs.map((pair) => [pair[0]!.provider_name, pair.length]),
    [
      ['Larchpenny Bills', 2],
      ['Ferrocline Treasury', 2],
    ],
    'the demo has two of one cause, twice',
  );
  const states = sectionOf(await textOf('/changelog'), 'states');
  const rows = states.match(/<tr>[\s\S]*?<\/tr>/g)!.filter((row) => row.includes('2 corrections'));
  assert.equal(rows.length, pairs.length);
  for (const [at, pair] of pairs.entries()) {
    assert.ok(wordsIn(rows[at]!).includes(pair[0]!.provider_name));
    for (const { verification_id, new_score } of pair) {
      assert.ok(rows[at]!.includes(`/verify/${verification_id}"`));
      assert.ok(wordsIn(rows[at]!).includes(new_score!.toFixed(2)));
    }
    assert.match(wordsIn(rows[at]!), /first proof , second proof/);
  }
});

test('each kind has a box with its count, and a kind without entries has none', async () => {
  const words = wordsIn(await textOf('/changelog'));
  const count = (...kinds: string[]) => of(...kinds).length;
  for (const [label, ...kinds] of [
    ['Band change', 'band_change'],
    ['Correction', 'correction'],
    ['Withdrawal', 'withdrawal'],
    ['Reinstatement', 'reinstatement'],
    ['Stale', 'stale', 'stale_ended'],
    ['Score change', 'score_change'],
    ['Drift', 'drift'],
    ['First score', 'initial'],
  ] as [string, ...string[]][])
    assert.ok(words.includes(` ${label} ${count(...kinds)} `), label);
  assert.equal(count('methodology_change'), 0);
  assert.ok(!words.includes('New framework'));
  assert.ok(words.includes(`${entries.length - count('initial')} of ${entries.length}`));
});

test('several kinds at once live in the address, which a form and an older link lead to', async () => {
  const chosen = '/changelog?kinds=band_change,stale,stale_ended';
  const text = await textOf(chosen);
  assert.deepEqual(await allIds(chosen), new Set(idsOf(of('band_change', 'stale', 'stale_ended'))));
  assert.match(text, /value="band_change" checked/);
  assert.doesNotMatch(text, /value="drift" checked/);
  const form = '/changelog?kinds=stale%2Cstale_ended&kinds=band_change&provider=&direction=safer&since=';
  assert.deepEqual(await location(form), [
    302,
    '/changelog?kinds=band_change,stale,stale_ended&direction=safer',
  ]);
  assert.equal(await textOf('/changelog?kinds=nonsense'), await textOf('/changelog'));
  assert.deepEqual(await location('/changelog?cursor=nonsense'), [302, '/changelog']);
  const firsts = await textOf(`/changelog?kinds=${CHANGELOG_KINDS.join(',')}`);
  assert.ok(idsIn(sectionOf(firsts, 'firsts')).length > 0);
});

test('direction, provider and date choose the entries that they say, together too', async () => {
  const moved = ({ previous_score: a, new_score: b }: Entry) => (a === null || b === null ? 0 : b - a);
  const safer = entries.filter((entry) => moved(entry) > 0);
  assert.deepEqual(await allIds('/changelog?direction=safer'), new Set(linkedOf(safer)));
  const riskier = entries.filter((entry) => moved(entry) < 0);
  assert.deepEqual(await allIds('/changelog?direction=riskier'), new Set(linkedOf(riskier)));
  const { provider_id, provider_name } = of('drift')[0]!;
  const its = entries.filter((entry) => entry.provider_id === provider_id && entry.kind !== 'initial');
  const byName = await textOf(`/changelog?provider=${encodeURIComponent(provider_name.toLowerCase())}`);
  assert.deepEqual(new Set(idsIn(mainOf(byName))), new Set(idsOf(its)));
  assert.ok(byName.includes(`<title>Changes of ${provider_name} · `));
  const since = its[5]!.changed_at.slice(0, 10);
  const both = await textOf(`/changelog?provider=${provider_id}&since=${since}&kinds=drift`);
  const expected = its.filter(({ kind, changed_at }) => kind === 'drift' && changed_at >= since);
  assert.deepEqual(new Set(idsIn(mainOf(both))), new Set(idsOf(expected)));
  assert.match(wordsIn(await textOf('/changelog?provider=zzzz')), /No provider is called “zzzz”\./);
  assert.match(wordsIn(await textOf('/changelog?since=2999-01-01')), /No change fits this choice\./);
});

test('the feeds and the CSV file follow the choice', async () => {
  const { provider_id } = of('drift')[0]!;
  const text = await textOf(`/changelog?kinds=drift,score_change&provider=${provider_id}&direction=riskier`);
  const [, atom] = /href="(\/feeds\/changelog\.atom[^"]*)"/.exec(mainOf(text))!;
  const [, json] = /href="(\/feeds\/changelog\.json[^"]*)"/.exec(mainOf(text))!;
  const [, csv] = /href="(\/changelog\.csv[^"]*)"/.exec(mainOf(text))!;
  const chosen = of('drift', 'score_change').filter(
    (entry) => entry.provider_id === provider_id && entry.new_score! < entry.previous_score!,
  );
  const feed = await jsonOf<JsonFeed>(json!.replaceAll('&amp;', '&'));
  assert.deepEqual(
    feed.items.map(({ id, url: page }) => [id, page]),
    chosen.slice(0, 50).map(({ id }) => [`urn:uuid:${id}`, `${url}/changes/${id}`]),
  );
  const atomText = await (await fetch(url + atom!.replaceAll('&amp;', '&'))).text();
  assert.equal(atomText.match(/<entry>/g)?.length, feed.items.length);
  const lines = (await textOf(csv!.replaceAll('&amp;', '&'))).trim().split('\r\n');
  assert.equal(lines.length, chosen.length + 1);
  assert.match(lines[0]!, /^changed_at,kind,provider_name,/);
  assert.ok(lines[1]!.includes(chosen[0]!.id) && lines[1]!.includes(chosen[0]!.new_score!.toFixed(2)));
  // The usual choice has drift and no first scores, which the usual feed has not and has.
  assert.match(await textOf('/changelog'), /href="\/feeds\/changelog\.atom\?kinds=[^"]*\bdrift\b/);
});

test('the page of a change says what changed, proves it, and leads on', async () => {
  const [change] = of('band_change').filter(({ new_score, previous_score }) => new_score! < previous_score!);
  const { id, provider_name, verification_id, changed_at, new_score, previous_score } = change!;
  const text = await textOf(`/changes/${id}`);
  const words = wordsIn(text);
  assert.match(text, new RegExp(`<title>${provider_name} falls to \\w+ risk · `));
  assert.ok(text.includes(`<link rel="canonical" href="${url}/changes/${id}">`));
  const [, description] = /<meta name="description" content="([^"]*)"/.exec(text)!;
  for (const part of [shortDay(changed_at), previous_score!.toFixed(2), new_score!.toFixed(2)])
    assert.ok(description!.includes(part) && words.includes(part), part);
  const proof = await jsonOf<Verification>(`/api/public/verify/${verification_id}`);
  assert.ok(text.includes(`href="/verify/${verification_id}"`));
  assert.ok(words.includes(`Log entry ${proof.log.index} `), 'the entry of its statement');
  assert.ok(words.includes('— rf-demo'), 'the checkpoint as it was signed');
  assert.match(text, /<svg class="plot" role="img"/);
  const its = entries.filter(({ provider_id }) => provider_id === change!.provider_id);
  const at = its.findIndex((entry) => entry.id === id);
  assert.ok(text.includes(`href="/changes/${its[at + 1]!.id}" rel="prev"`));
  if (at > 0) assert.ok(text.includes(`href="/changes/${its[at - 1]!.id}" rel="next"`));
  assert.ok(text.includes(`href="/feeds/changelog.atom?provider_id=${change!.provider_id}"`));
  assert.doesNotMatch(text, / style="/);
});

test('every change has a page, which says what happened to its indicator since', async () => {
  for (const { id, kind } of entries) {
    const words = wordsIn(mainOf(await textOf(`/changes/${id}`)));
    assert.doesNotMatch(words, /\b(NaN|null|undefined|hard rule)\b/, `${kind} ${id}`);
  }
  // The indicator that a correction replaces may be a renewal, which has no entry.
  const proofs = await Promise.all(
    of('correction').map(({ verification_id }) =>
      jsonOf<Verification>(`/api/public/verify/${verification_id}`),
    ),
  );
  const proof = proofs.find(({ statement }) =>
    entries.some(({ verification_id }) => verification_id === statement.corrects),
  )!;
  const correction = of('correction').find(
    ({ verification_id }) => verification_id === proof.verification_id,
  )!;
  const corrected = entries.find(({ verification_id }) => verification_id === proof.statement.corrects)!;
  const text = await textOf(`/changes/${corrected.id}`);
  assert.match(wordsIn(text), new RegExp(`Corrected on ${shortDay(correction.changed_at)}: `));
  assert.ok(text.includes(`href="/changes/${correction.id}"`));
});

test('unknown changes and weeks get the page of the site that says so', async () => {
  for (const path of [
    '/changes/00000000-0000-4000-8000-000000000000',
    '/changes/nonsense',
    '/changes/weeks/2025-W53',
    '/changes/weeks/2001-W01',
    '/changes/weeks/2999-W01',
  ]) {
    const response = await fetch(url + path, { headers: { accept: 'text/html' } });
    assert.equal(response.status, 404, path);
    assert.match(await response.text(), /<h1>/, path);
  }
});

test('an address of a change that is cut off leads to all changes', async () => {
  assert.deepEqual(await location('/changes'), [301, '/changelog']);
});

test('a week has its own changes, and leads to the weeks beside it', async () => {
  const text = await textOf('/changes/weeks/2026-W32');
  assert.ok(text.includes('<h1>The week: 1 band change, 2 corrections</h1>'));
  const its = entries.filter(({ changed_at: at }) => at >= '2026-08-03' && at < '2026-08-10');
  const kinds = its.map(({ kind }) => kind);
  assert.equal(kinds.filter((kind) => kind === 'correction').length, 2);
  assert.equal(kinds.filter((kind) => kind === 'band_change').length, 1);
  assert.deepEqual(new Set(idsIn(mainOf(text))), new Set(linkedOf(its)));
  for (const { verification_id } of its) assert.ok(text.includes(`/verify/${verification_id}"`));
  assert.match(text, /href="\/changes\/weeks\/2026-W31" rel="prev"/);
  assert.match(text, /href="\/changes\/weeks\/2026-W33" rel="next"/);
  const list = await textOf('/changes/weeks');
  assert.equal(list.match(/href="\/changes\/weeks\/2\d{3}-W\d\d"/g)?.length, 26);
  const [, older] = /href="(\/changes\/weeks\?before=[^"]+)" rel="next"/.exec(list)!;
  assert.match(await textOf(older!), /2026-W14/);
});

test('the weekly feeds have one entry for each ended week with changes, under permanent ids', async () => {
  const { items } = await jsonOf<JsonFeed>('/feeds/weekly.json');
  const atom = await (await fetch(`${url}/feeds/weekly.atom`)).text();
  assert.ok(items.length > 20 && items.length <= 26);
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
  for (const { id, url: page, title } of items) {
    assert.match(id, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.ok(atom.includes(`<id>${id}</id>`) && atom.includes(`<title>${title}</title>`));
    assert.equal(page.startsWith(`${url}/changes/weeks/2026-W`), true);
    assert.doesNotMatch(title, /nothing changed/, 'quiet weeks are left out');
  }
  const { data } = await jsonOf<Changelog>('/api/public/changelog?limit=1');
  assert.ok(
    items.every(({ date_published }) => Date.parse(date_published) <= Date.now()),
    data[0]!.id,
  );
  const week = items.find(({ url: page }) => page.endsWith('2026-W32'))!;
  assert.equal(week.title, 'The week: 1 band change, 2 corrections');
  assert.match(week.content_text, /Lanternwick Dollar rises to Low risk/);
  assert.match(week.content_text, /Ferrocline Treasury is corrected to/);
});

test('search engines find the changes that people link to', async () => {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  for (const { id } of of('band_change', 'withdrawal', 'correction', 'reinstatement'))
    assert.ok(sitemap.includes(`<loc>${url}/changes/${id}</loc>`));
  assert.ok(!sitemap.includes(of('drift')[0]!.id) && sitemap.includes(`${url}/changes/weeks</loc>`));
});
