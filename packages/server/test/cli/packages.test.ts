import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { FRAMEWORK, SAMPLES } from '../../../../test/support/repository.ts';
import { rf } from '../../../../test/support/rf.ts';

test('keygen, package, replay and verify work together, and an altered package is refused', async (t) => {
  const folder = temporaryFolder(t);
  const key = path.join(folder, 'signing.key');
  const out = path.join(folder, 'packages');

  const made = await rf(['keygen', '--out', key, '--name', 'desk.example']);
  assert.equal(made.code, 0);
  assert.equal(statSync(key).mode & 0o777, 0o600);
  assert.match(readFileSync(`${key}.pub`, 'utf8'), /^desk\.example\+[0-9a-f]{8}\+/);
  assert.doesNotMatch(made.stdout, /PRIVATE/);

  const packed = await rf(['package', '--runs', SAMPLES, '--out', out, '--sign', key]);
  assert.equal(packed.code, 0, packed.stderr);
  const files = readdirSync(out).map((name) => path.join(out, name));
  assert.equal(files.length, 12);
  const { data } = JSON.parse(readFileSync(path.join(out, 'FX-07.json'), 'utf8'));
  assert.equal(data.package.as_of, '2026-04-01T00:00:00Z');
  assert.deepEqual(
    [data.log, data.published_at, data.package.inputs.reserve_coverage.approval],
    [null, null, null],
  );
  assert.match(packed.stdout, new RegExp(`FX-07 {2}39\\.99 HIGH {2}${data.verification_id} {2}FX-07\\.json`));

  const replayed = await rf(['replay', '--json', ...files]);
  assert.equal(replayed.code, 0);
  assert.ok(JSON.parse(replayed.stdout).every(({ ok }: { ok: boolean }) => ok));

  const verified = await rf(['verify', '--key', `${key}.pub`, ...files]);
  assert.equal(verified.code, 0);
  assert.equal(verified.stdout.match(/^VERIFIED/gm)?.length, 12);

  const altered = path.join(folder, 'altered.json');
  writeFileSync(
    altered,
    readFileSync(files[0]!, 'utf8').replace('"final_score": "76.98"', '"final_score": "86.98"'),
  );
  const refused = await rf(['replay', altered]);
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /REFUSED \(result_differs\)/);
  assert.match(
    refused.stdout,
    /First difference at \/data\/package\/result\/final_score: computed "76.98", stated "86.98"/,
  );

  const other = path.join(folder, 'other.key');
  await rf(['keygen', '--out', other]);
  const unknown = await rf(['verify', files[0]!, '--key', `${other}.pub`]);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stdout, /REFUSED \(key_not_pinned\)/);

  const secret = await rf(['verify', files[0]!, '--key', key]);
  assert.equal(secret.code, 2);
  assert.match(secret.stderr, /That is a signing key/);
});

test('rf verify checks who signed the framework of a package, if it is told the key', async (t) => {
  const folder = temporaryFolder(t);
  const key = path.join(folder, 'signing.key');
  await rf(['keygen', '--out', key]);
  await rf(['package', '--runs', SAMPLES, '--out', folder, '--sign', key]);
  const file = path.join(folder, 'FX-07.json');
  const verifyWith = (officer: string, signOff: string) =>
    rf(['verify', file, '--key', `${key}.pub`, '--officer', officer, '--sign-off', signOff]);
  const officer = path.join(path.dirname(FRAMEWORK), 'chief-risk-officer.pub');
  const given = FRAMEWORK.replace('.json', '.signoff.json');
  const signed = await verifyWith(officer, given);
  assert.equal(signed.code, 0, signed.stderr);
  assert.match(signed.stdout, /ok {3}sign_off: RF Framework v1\.0 was signed by /);

  // As the API has it.
  const { public_key, signature, name, role, signed_at, ...text } = JSON.parse(readFileSync(given, 'utf8'));
  const sign_off = {
    name,
    role,
    signed_at,
    public_key,
    key_id: signature.key_id,
    signature: signature.value,
  };
  const response = path.join(folder, 'methodology.json');
  writeFileSync(response, JSON.stringify({ data: { ...text, sign_off } }));
  assert.equal((await verifyWith(officer, response)).code, 0);
  writeFileSync(response, JSON.stringify({ data: { ...text, sign_off: { ...sign_off, name: 'Somebody' } } }));
  const edited = await verifyWith(officer, response);
  assert.equal(edited.code, 1);
  assert.match(edited.stdout, /REFUSED \(sign_off_invalid\)/);
  const stranger = await verifyWith(`${key}.pub`, given);
  assert.equal(stranger.code, 1);
  assert.match(stranger.stdout, /FAIL sign_off: The sign-off was made with a key that you did not pin/);
  const alone = await rf(['verify', file, '--key', `${key}.pub`, '--officer', officer]);
  assert.equal(alone.code, 2);
});

test('packages are reproducible byte for byte, and existing files are never overwritten', async (t) => {
  const folder = temporaryFolder(t);
  const [first, second] = ['first', 'second'].map((name) => path.join(folder, name)) as [string, string];
  await rf(['package', '--runs', SAMPLES, '--out', first]);
  await rf(['package', '--runs', SAMPLES, '--out', second]);
  for (const name of readdirSync(first)) {
    assert.equal(readFileSync(path.join(first, name), 'utf8'), readFileSync(path.join(second, name), 'utf8'));
  }
  const again = await rf(['package', '--runs', SAMPLES, '--out', first]);
  assert.equal(again.code, 2);
  assert.match(again.stderr, /it already exists, and rf does not overwrite files/);
});

test('an unsigned package replays, but does not verify', async (t) => {
  const folder = temporaryFolder(t);
  const key = path.join(folder, 'some.key');
  await rf(['keygen', '--out', key]);
  await rf(['package', '--runs', SAMPLES, '--out', folder]);
  const file = path.join(folder, 'FX-01.json');
  assert.equal((await rf(['replay', file])).code, 0);
  const { code, stdout } = await rf(['verify', file, '--key', `${key}.pub`]);
  assert.equal(code, 1);
  assert.match(stdout, /REFUSED \(signature_missing\)/);
});

test('inputs without a score are reported, and only invalid ones are a failure', async (t) => {
  const folder = temporaryFolder(t);
  const [gated, invalid] = JSON.parse(readFileSync(SAMPLES, 'utf8'));
  gated.gates = {};
  const notScored = await rf(['package', '--runs', '-', '--out', folder], { input: JSON.stringify([gated]) });
  assert.deepEqual([notScored.code, notScored.stdout], [0, 'FX-01  NOT_SCORED  GATE_INSOLVENCY_STATUS\n']);
  invalid.flags.lends = 1;
  const refused = await rf(['package', '--runs', '-', '--out', folder], { input: JSON.stringify([invalid]) });
  assert.deepEqual([refused.code, refused.stdout], [1, 'FX-02  INVALID  /flags/lends flag_not_boolean\n']);
  assert.deepEqual(readdirSync(folder), []);
});

test('a signed package requires a framework signed by a chief risk officer', async (t) => {
  const folder = temporaryFolder(t);
  const [draft, key, officer] = ['draft.json', 'signing.key', 'officer.key'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  writeFileSync(
    draft,
    readFileSync(FRAMEWORK, 'utf8').replace('"methodology_version": "1.0"', '"methodology_version": "1.1"'),
  );
  await rf(['keygen', '--out', key]);
  await rf(['keygen', '--out', officer, '--name', 'officer']);
  const pack = (out: string) =>
    rf([
      'package',
      '--runs',
      SAMPLES,
      '--out',
      path.join(folder, out),
      '--methodology',
      draft,
      '--sign',
      key,
      '--officer',
      `${officer}.pub`,
    ]);

  const unsigned = await pack('one');
  assert.equal(unsigned.code, 2);
  assert.match(unsigned.stderr, /The framework is unsigned/);

  const signed = await rf(['methodology', 'sign', draft, '--key', officer, '--name', 'A. Officer']);
  assert.equal(signed.code, 0, signed.stderr);
  assert.equal((await pack('two')).code, 0);

  const stranger = await rf(['methodology', 'validate', draft]);
  assert.match(stranger.stdout, /unsigned/, 'a sign-off counts only with the key that the reader trusts');

  writeFileSync(draft, readFileSync(draft, 'utf8').replace('"80.00"', '"81.00"'));
  const edited = await pack('three');
  assert.equal(edited.code, 2);
  assert.match(edited.stderr, /is a sign-off for a different framework text/);
});
