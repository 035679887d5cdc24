// Passwords: which are accepted, and how they are stored. Hashes are scrypt with the parameters that OWASP recommends
// for 32 MiB of memory.

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../context/refusal.ts';

export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 256;

/** The parameters of scrypt. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

const COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const MEMORY_BYTES = 2 * 128 * COST.N * COST.r;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const FEWEST_DISTINCT = 5;

/** Each hash takes 32 MiB and a core, so whoever answers requests lets only a few be computed at a time. */
function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const options = { ...cost, maxmem: MEMORY_BYTES };
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** `cost`: tests, which set many passwords, lower it. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [kind, N, r, p, salt = '', key = ''] = stored.split('$');
  if (kind !== 'scrypt') return false;
  const expected = Buffer.from(key, 'base64');
  // With the cost that it was made with, so that a later version can raise it.
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const given = await derive(password, Buffer.from(salt, 'base64'), cost);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Length matters more than kinds of characters (NIST SP 800-63B), so only passwords that are easy to guess are refused. */
export function requireGoodPassword(password: string, email: string): void {
  const refuse = (message: string) => {
    throw new Refusal('validation_failed', message, [
      { place: '/password', code: 'weak_password', message: 'is not accepted' },
    ]);
  };
  const { length } = [...password];
  if (length < SHORTEST_PASSWORD || length > LONGEST_PASSWORD)
    refuse(`A password must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`);
  const plain = password.toLowerCase();
  const letters = plain.replaceAll(/[^a-z]/g, '');
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const parts = [local, domain.split('.')[0]!, email.toLowerCase()];
  const isCommon =
    COMMON_PASSWORDS.has(plain) ||
    COMMON_PASSWORDS.has(letters) ||
    new Set(plain).size < FEWEST_DISTINCT ||
    isRun(plain) ||
    parts.some((part) => part.length > 2 && plain.replaceAll(part, '').length < SHORTEST_PASSWORD / 2);
  if (isCommon) refuse('This password is easy to guess. Use several words that do not belong together.');
}

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjkl',
];

/** Whether it consists of neighbours in the alphabet or on the keyboard, such as 123456789012. */
function isRun(password: string): boolean {
  let steps = 0;
  for (let at = 1; at < password.length; at += 1) {
    const pair = password.slice(at - 1, at + 1);
    const back = `${pair[1]}${pair[0]}`;
    if (RUNS.some((run) => run.includes(pair) || run.includes(back))) steps += 1;
  }
  return steps >= (password.length - 1) * 0.8;
}

/** Words that common passwords are made of: one of them, with or without digits and signs, is refused. */
const WORDS =
  'password passwordpassword passwort passw0rd mypassword mypasswordis thisismypassword password1234 password12345 ' +
  'password123456 passw0rd1234 changeme changemenow changemeplease letmein letmeinplease welcome welcomeback ' +
  'welcome123456 administrator administration adminadmin adminadminadmin rootroot iloveyou iloveyouforever ' +
  'iloveyousomuch trustno sunshine princess football baseball basketball superman batman spiderman starwars ' +
  'master dragon monkey shadow michael jennifer jordan hunter liverpool manchester chelsea arsenal barcelona ' +
  'qwerty qwertyuiop qwertyqwerty asdfghjkl zxcvbnm abcabcabc abcdefabcdef correcthorsebatterystaple ' +
  'secret secretsecret topsecret supersecret mysecret default defaultpassword temporary temporarypassword ' +
  'testtest testtesttest testing testpassword guest guestguest login loginlogin user username userpassword ' +
  'computer internet whatever nothing freedom summer winter spring autumn january february december ' +
  'bitcoin satoshi bitcoinbitcoin hodlhodlhodl satoshinakamoto riskindicators rfriskindicators ' +
  '1q2w3e4r5t6y 1qaz2wsx3edc q1w2e3r4t5y6 zaq12wsxcde3 1234qwerasdf qwer1234asdf a1b2c3d4e5f6 aa123456aa123456';

const COMMON_PASSWORDS: ReadonlySet<string> = new Set(WORDS.split(' '));
