// rf export --static: a static host answers with the bytes of the running server, and exports are repeatable.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { draftCorrection } from '@rf-indicators/core/desk/publication/correct';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { cases } from '../../../../../test/support/counts.ts';
import { decideDraft } from '../../../../../test/support/deciding.ts';
import { startInProcess } from '../../../../../test/support/in-process.ts';
import { temporaryFolder } from '../../../../../test/support/lifetime.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, enter, publishNow } from '../../../../../test/support/world.ts';
import { exportCommand } from '../../../src/cli/export/export.ts';
import { fileOf } from '../../../src/cli/export/file-names.ts';
import { LIVE_PAGES } from '../../../src/pages/page-paths.ts';
import { runCommand } from '../run-command.ts';
import { DAYS, readList, readSigned, smallExport, verifyExport } from './small-export.ts';
import { startStaticHost } from './static-host.ts';

const ENV = { RF_DAILY_RUN: 'off', RF_LIMIT_PUBLIC_SCORES: '1000000' };

/** The demo in the full form, and otherwise twelve indicators, at a time shortly after their publication. */
async function startExported(t: TestContext): Promise<{ url: string; folder: string; key: string }> {
  const folder = path.join(temporaryFolder(t), 'out');
  const small = cases(await smallExport(t), null);
  await small?.writeDumps();
  if (small !== null) t.mock.timers.enable({ apis: ['Date'], now: small.world.desk.clock() });
  const options = small === null ? {} : { dataDir: small.dataDir, demo: false };
  const { url, dataDir } = await startInProcess(t, { env: ENV, ...options });
  const env = { RF_DATA_DIR: dataDir, RF_BASE_URL: url };
  const { code, out } = await runCommand(exportCommand, ['--static', folder, '--json'], { env });
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(out.join('\n')).missing, []);
  return { url, folder, key: small?.key ?? readFileSync(path.join(dataDir, 'verifier.pub'), 'utf8').trim() };
}

test('a static host answers every address of the export as the server does, byte for byte', async (t) => {
  const { url, folder, key } = await startExported(t);
  const host = await startStaticHost(t, folder);
  const files = readList(folder);
  const { headers } = readSigned(folder).description;
  let compared = 0;
  for (const { path: address, headers: position, file } of files) {
    if (address === null) continue;
    const [ours, theirs] = await Promise.all([fetch(host + address), fetch(url + address)]);
    assert.equal(theirs.status, 200, address);
    assert.equal(ours.status, 200, address);
    assert.equal(ours.headers.get('content-type'), theirs.headers.get('content-type'), address);
    for (const [name, value] of Object.entries(headers[position]!))
      assert.ok(theirs.headers.get(name)?.startsWith(value), `${address}: ${name}`);
    const [one, other] = [await bodyOf(ours), await bodyOf(theirs)];
    assert.ok(withoutTime(one).equals(withoutTime(other)), `${address} (${file}) has other bytes`);
    compared += 1;
  }
  assert.ok(compared > cases(200, 1600), `only ${compared} addresses were compared`);

  const unknown = await fetch(`${host}/no-such-page`);
  const shown = await fetch(`${url}/no-such-page`, { headers: { accept: 'text/html' } });
  assert.equal(unknown.status, shown.status);
  assert.equal(await unknown.text(), await shown.text());

  const known = new Set(files.map((listed) => listed.path));
  const dead = new Set<string>();
  for (const { path: address, file } of files) {
    if (!file.endsWith('.html') || address === null) continue;
    for (const link of linksIn(readFileSync(path.join(folder, file), 'utf8')))
      if (!known.has(link) && !isLive(link, known)) dead.add(`${address} -> ${link}`);
  }
  assert.deepEqual([...dead].slice(0, 5), [], 'links that lead nowhere');

  assert.deepEqual((await verifyExport(folder, key)).found, []);
});

async function bodyOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

/** Verification pages and kept files say when they were made. */
function withoutTime(body: Buffer): Buffer {
  const text = body.toString('latin1');
  if (!text.includes('made these checks on') && !text.includes('id="kept-at"')) return body;
  return Buffer.from(
    text
      .replace(/made these checks on [^.]+\./, 'made these checks.')
      .replace(/(Kept from [^<]*), on [^<]+/, '$1')
      .replace(/(id="kept-at">)[^<]*/, '$1'),
    'latin1',
  );
}

/** The addresses of this site that a page links to or loads, without their query and fragment. */
function linksIn(page: string): string[] {
  return [...page.matchAll(/ (?:href|src|action)="(\/[^"]*)"/g)].flatMap(([, link]) => {
    const address = link!.split(/[?#]/)[0]!;
    return address.startsWith('//') ? [] : [address];
  });
}

const LIVE_OPERATIONS = new Set(['/api/health', '/readyz', '/api/console/openapi.json']);

/** Answered by the service alone: pages that say so, keyed operations, and kept files if they were left out. */
function isLive(link: string, known: ReadonlySet<string | null>): boolean {
  if (link.startsWith('/api/v1/') || LIVE_OPERATIONS.has(link)) return true;
  if (link === '/clients') return known.has('/clients/');
  if (link.endsWith('/keep.html')) return known.has(link.replace('/keep.html', ''));
  return Object.keys(LIVE_PAGES).some((page) => link === page || link.startsWith(`${page}/`));
}

onEitherStore(
  'two exports of one store are the same, and a later one writes only what changed',
  async (kind, t) => {
    const small = await smallExport(t, { kind });
    const { world } = small;
    const [first, second] = [small.folder(), small.folder()];
    await small.export(first, '--no-site');
    assert.equal(dumpsIn(first).length, 0, 'only the service makes dumps');
    assert.equal(await small.writeDumps(), DAYS);
    await small.export(first, '--no-site');
    assert.equal(dumpsIn(first).length, DAYS);
    const made = JSON.parse((await small.export(second, '--no-site')).out.join('\n'));
    assert.equal(made.written, made.files + 2);
    assert.deepEqual(contentOf(second), contentOf(first));
    const again = JSON.parse((await small.export(first, '--no-site')).out.join('\n'));
    assert.deepEqual([again.written, again.removed], [0, 0]);

    const before = new Map(
      dumpsIn(first).map((name) => [name, readFileSync(path.join(first, 'datasets', name))]),
    );
    world.desk.moveTo(world.desk.clock() + DAY);
    await enter(world, 'FX-05', 'equity_ratio', '4.25');
    await publishNow(world);
    assert.equal(await small.writeDumps(), 1);
    const later = JSON.parse((await small.export(first, '--no-site')).out.join('\n'));
    assert.ok(later.removed >= 2, 'the partial tiles of the smaller log are gone');
    assert.ok(later.written < later.files, 'older dumps stay');
    assert.deepEqual((await small.verify(first)).found, []);
    for (const [name, bytes] of before)
      assert.ok(readFileSync(path.join(first, 'datasets', name)).equals(bytes), `${name} never changes`);
  },
);

const dumpsIn = (folder: string) =>
  readdirSync(path.join(folder, 'datasets')).filter((name) => name.endsWith('.gz'));

function contentOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .map((file) => [path.relative(folder, file), readFileSync(file).toString('base64')])
      .sort(),
  );
}

onEitherStore(
  'a dump has the framework in its first line, and what was public at the end of its day',
  async (kind, t) => {
    const small = await smallExport(t, { kind });
    const { world } = small;
    await enter(world, 'FX-05', 'equity_ratio', '4.25');
    await publishNow(world);
    world.desk.moveTo(world.desk.clock() + 2 * DAY);
    await small.writeDumps();
    const folder = small.folder();
    await small.export(folder, '--no-site');
    const linesOf = (date: string) =>
      gunzipSync(readFileSync(path.join(folder, `datasets/${date}.csv.gz`)))
        .toString()
        .split('\r\n');
    const [first, columns, ...rows] = linesOf('2026-04-03');
    assert.equal(
      first,
      '#framework_version:RF Framework v1.0,date:2026-04-03,as_of:2026-04-03T23:59:59.999Z',
    );
    assert.equal(
      columns,
      'name,slug,planner_type,provider_subtype,final_score,risk_band,yield_min,yield_max,scored_at,stale,stale_reason,review,verification_id,id,framework_version',
    );
    assert.equal(rows.length, 13, 'twelve rows and the end');
    // Published on 4 April.
    assert.deepEqual(linesOf('2026-04-01').slice(1), linesOf('2026-04-03').slice(1));
    const slug = world.slugOf('FX-05');
    const rowIn = (date: string) => linesOf(date).find((line) => line.includes(`,${slug},`))!;
    assert.notEqual(rowIn('2026-04-04'), rowIn('2026-04-03'));
    assert.equal(rowIn('2026-04-05'), rowIn('2026-04-04'));
    const index = JSON.parse(readFileSync(path.join(folder, 'datasets/index.json'), 'utf8'));
    assert.deepEqual(
      index.data.map(({ date, rows: count }: Record<string, unknown>) => [date, count]),
      ['2026-04-01', '2026-04-02', '2026-04-03', '2026-04-04', '2026-04-05'].map((date) => [date, 12]),
    );
  },
);

test('a correction changes no dump of a day before it', async (t) => {
  const small = await smallExport(t);
  const { world } = small;
  const { desk, people } = world;
  const wrong = await enter(world, 'FX-05', 'equity_ratio', '4.25');
  await publishNow(world);
  desk.moveTo(desk.clock() + DAY);
  await small.writeDumps();
  const folder = small.folder();
  await small.export(folder, '--no-site');
  const dump = path.join(folder, 'datasets/2026-04-04.csv.gz');
  const before = readFileSync(dump);
  const replacement = await enter(world, 'FX-05', 'equity_ratio', '30.25', '2026-04-03');
  const request = { wrong, replacement, reason: 'A digit was missing.' };
  const { runId, restates } = await draftCorrection(desk, people.operator, request);
  assert.equal(restates.length, 1);
  await decideDraft(desk, runId);
  await publishRun(desk, people.operator, runId, world.publisher);
  desk.moveTo(desk.clock() + DAY);
  await small.writeDumps();
  await small.export(folder, '--no-site');
  assert.deepEqual((await small.verify(folder)).found, []);
  assert.ok(readFileSync(dump).equals(before));
  const proof = JSON.parse(readFileSync(path.join(folder, 'api/public/verify', restates[0]!), 'utf8'));
  assert.equal(proof.state, 'corrected');
  assert.ok(
    gunzipSync(before).includes(restates[0]!),
    'the dump names the indicator, whose proof tells the rest',
  );
});

test('no address becomes a file outside the folder, a hidden file, or one without a name', () => {
  assert.equal(fileOf('/', 'text/html; charset=utf-8'), 'index.html');
  assert.equal(fileOf('/verify', 'text/html'), 'verify/index.html');
  assert.equal(fileOf('/api/public/history', 'application/json'), 'api/public/history/index.json');
  assert.equal(fileOf('/api/public/scores', 'application/json'), 'api/public/scores');
  assert.equal(fileOf('/log/tile/0/000.p/17', 'application/octet-stream'), 'log/tile/0/000.p/17');
  for (const address of ['/../x', '/a/../../x', '/a//b', '/.hidden', '/a\\b', '/a\0b', '/C:/x', '/a b', '//'])
    assert.throws(() => fileOf(address, 'text/plain'), /cannot be written/, address);
});
