// Guessing passwords is slow, also with many guesses at once, and does not lock the owner out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countGuess } from '@rf-indicators/core/identity/guessing';
import { requireGoodPassword } from '@rf-indicators/core/identity/passwords';
import { onEachStore, onEitherStore } from '../../../../test/support/stores.ts';
import {
  type Answer,
  assertOk,
  Browser,
  DAY,
  PASSWORD,
  type People,
  people,
  signUpMember,
  signUpStaff,
} from './people.ts';
import { totp } from './totp.ts';

onEitherStore(
  'whoever guesses waits ever longer; the owner signs in from another address',
  async (kind, t) => {
    const given = await people(kind, t);
    await signUpMember(given);
    const mallory = new Browser(given, '203.0.113.7');
    for (let tries = 0; tries < 6; tries += 1)
      assert.equal(
        (await mallory.signIn('ada@example.com', `wrong guess number ${tries}`)).code,
        'sign_in_failed',
      );
    const refused = await mallory.signIn('ada@example.com');
    assert.equal(refused.code, 'rate_limit_exceeded');
    assert.match(refused.detail!, /Wait 1 second\./);
    assertOk(await new Browser(given, '198.51.100.4').signIn('ada@example.com'));
    const waits: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      given.ahead(20 * 60_000);
      await mallory.signIn('ada@example.com', 'still a wrong guess');
      waits.push((await mallory.signIn('ada@example.com', 'still a wrong guess')).body.retry_after);
    }
    assert.deepEqual(waits, [2, 4, 8, 16]);
    given.ahead(16_000);
    assertOk(await mallory.signIn('ada@example.com'));
  },
);

/** How often each code was answered; `null` for a success. */
function countCodes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of answers) counts[String(code)] = (counts[String(code)] ?? 0) + 1;
  return counts;
}

onEachStore('of 40 guesses at the same time, as many are counted as one after another', async (kind, t) => {
  const { desk } = await people(kind, t);
  const guess = { account: 'ada@example.com', address: '203.0.113.7' };
  const made = await Promise.allSettled(Array.from({ length: 40 }, () => countGuess(desk, guess)));
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 6);
});

onEitherStore('40 wrong passwords at the same time get no more tries than 40 in a row', async (kind, t) => {
  const given = await people(kind, t);
  await signUpMember(given);
  const address = '203.0.113.7';
  const guesses = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      new Browser(given, address).signIn('ada@example.com', `wrong guess number ${from + at}`),
    );
  const burst = countCodes(await Promise.all(guesses(0, 40)));
  assert.ok(burst.sign_in_failed! <= 6, JSON.stringify(burst));
  const rounds: Answer[] = [];
  for (let round = 0; round < 10; round += 1) rounds.push(...(await Promise.all(guesses(40 + round * 4, 4))));
  const tried = burst.sign_in_failed! + (countCodes(rounds).sign_in_failed ?? 0);
  assert.equal(tried, 6);
  given.ahead(2000);
  assertOk(await new Browser(given, address).signIn('ada@example.com'));
});

onEitherStore('a success takes back its own guess, and no failure of its address', async (kind, t) => {
  const given = await people(kind, t);
  await signUpMember(given);
  await signUpStaff(given);
  const address = '203.0.113.7';
  const browser = () => new Browser(given, address);
  const failures = async () =>
    (await given.desk.store.db.selectFrom('sign_in_failures').select('failures').execute())
      .map((row) => row.failures)
      .sort();
  assertOk(await browser().signIn('ada@example.com'));
  assert.deepEqual(await failures(), []);
  await browser().signIn('rita@example.com', 'a wrong password here');
  for (let time = 0; time < 60; time += 1) assertOk(await browser().signIn('ada@example.com'));
  assert.deepEqual(await failures(), [1, 1, 1], 'of Rita, of the address, and of both');
});

onEitherStore('codes at the same time get no more tries, from however many addresses', async (kind, t) => {
  const given = await people(kind, t);
  await signUpMember(given);
  const ada = new Browser(given);
  assertOk(await ada.signIn('ada@example.com'));
  const { body } = assertOk(await ada.post('/two-factor/enable', { password: PASSWORD }));
  assertOk(await ada.post('/two-factor/verify-totp', { code: totp(body.totpURI) }));
  // Somebody who knows the password has begun to sign in 30 times.
  const begun: Browser[] = [];
  for (let at = 0; at < 30; at += 1) {
    const mallory = new Browser(given, `203.0.113.${at}`);
    assertOk(await mallory.signIn('ada@example.com'));
    mallory.cookies.delete('rf.known_browser');
    begun.push(mallory);
  }
  const codes = countCodes(
    await Promise.all(begun.map((one) => one.post('/two-factor/verify-totp', { code: '000000' }))),
  );
  assert.deepEqual(codes, { sign_in_failed: 21, rate_limit_exceeded: 9 });
});

onEitherStore('a session that was stolen does not help to guess the password', async (kind, t) => {
  const given = await people(kind, t);
  await signUpMember(given);
  for (const [path, more] of [
    ['/change-password', { newPassword: 'violet tractor marmalade' }],
    ['/two-factor/enable', {}],
  ] as const) {
    const browser = new Browser(given, '203.0.113.9');
    assertOk(await browser.signIn('ada@example.com'));
    const answers: Answer[] = [];
    for (let tries = 0; tries < 8; tries += 1) {
      const guess = `wrong guess number ${tries}`;
      answers.push(await browser.post(path, { password: guess, currentPassword: guess, ...more }));
    }
    assert.deepEqual(countCodes(answers), { validation_failed: 6, rate_limit_exceeded: 2 }, path);
    given.ahead(2 * DAY);
  }
});

let strangers = 0;

/** Sign-ins of accounts that do not exist, all at the same time. */
function flood(given: Pick<People, 'identity'>, addresses: readonly string[]): Promise<Answer>[] {
  return addresses.map((address) => {
    strangers += 1;
    return new Browser(given, address).signIn(`nobody-${strangers}@example.com`, 'no such password');
  });
}

onEitherStore(
  '50 sign-ins of strangers at the same time do not delay a person at another address',
  async (kind, t) => {
    const given = await people(kind, t);
    await signUpMember(given);
    const attack = flood(given, new Array(50).fill('203.0.113.7'));
    let checked = 0;
    for (const answer of attack)
      answer.then(({ code }) => {
        if (code === 'sign_in_failed') checked += 1;
      });
    assertOk(await new Browser(given, '198.51.100.4').signIn('ada@example.com'));
    assert.ok(checked <= 4, `${checked} strangers were checked first`);
    const answers = await Promise.all(attack);
    assert.deepEqual(countCodes(answers), { sign_in_failed: 4, rate_limit_exceeded: 46 });
    const refused = answers.find(({ code }) => code === 'rate_limit_exceeded')!;
    assert.deepEqual(
      [refused.detail, refused.body.retry_after, refused.headers],
      [
        'Several sign-ins from your network are being checked. Try again in 2 seconds.',
        2,
        ['retry-after', '2'],
      ],
    );
  },
);

onEitherStore(
  'a browser in which the account has signed in before gets in, whatever strangers do; others learn nothing',
  async (kind, t) => {
    const given = await people(kind, t);
    await signUpMember(given);
    const address = '203.0.113.7';
    const known = new Browser(given, address);
    assertOk(await known.signIn('ada@example.com'));
    const everywhere = Array.from({ length: 50 }, (_, at) => `203.0.113.${7 + (at % 10)}`);
    const attack = flood(given, everywhere);
    const at = (email: string, from: string, password = PASSWORD) =>
      new Browser(given, from).signIn(email, password);
    const [owner, sameAddress, stranger, elsewhere, strangerElsewhere] = await Promise.all([
      known.signIn('ada@example.com'),
      at('ada@example.com', address),
      at('nobody@example.com', address),
      at('ada@example.com', '198.51.100.4'),
      at('nobody@example.com', '198.51.100.4'),
    ]);
    assertOk(owner);
    assert.deepEqual(sameAddress, stranger, 'whether the account exists makes no difference');
    assert.deepEqual(elsewhere, strangerElsewhere);
    assert.equal(elsewhere.code, 'service_unavailable');
    assert.equal(elsewhere.detail, 'Too many people are signing in at this moment. Try again in 2 seconds.');
    assert.deepEqual(countCodes(await Promise.all(attack)), {
      sign_in_failed: 20,
      service_unavailable: 30,
    });
    // Failures of others at the address do not count for a known browser either, but only for its own account.
    for (let round = 0; round < 20; round += 1) await Promise.all(flood(given, new Array(4).fill(address)));
    assert.equal((await at('ada@example.com', address)).code, 'rate_limit_exceeded');
    known.cookies.delete('rf.session_token');
    assert.equal((await known.signIn('rita@example.com')).code, 'rate_limit_exceeded');
    assertOk(await known.signIn('ada@example.com'));
    const [name, value] = ['rf.known_browser', known.cookies.get('rf.known_browser')!];
    known.cookies.set(name, `x${value.slice(1)}`);
    assert.equal((await known.signIn('ada@example.com')).code, 'rate_limit_exceeded', 'a changed cookie');
  },
);

test('common, short and repeated passwords are refused', () => {
  for (const password of [
    'short',
    'password1234',
    'Passw0rd1234',
    '123456789012',
    'aaaaaaaaaaaaaa',
    'qwertyuiop12',
    'ada.lovelace',
    'ada.lovelace1',
    'abababababab',
    'x'.repeat(257),
  ])
    assert.throws(
      () => requireGoodPassword(password, 'ada.lovelace@example.com'),
      { code: 'validation_failed' },
      password,
    );
  for (const password of ['marmalade tractor violet', 'пароль который длинный', 'h7$Kq2!mZx9p'])
    requireGoodPassword(password, 'ada.lovelace@example.com');
});
