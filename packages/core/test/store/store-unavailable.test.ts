import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { isStoreUnavailable } from '@rf-indicators/core/store/store-unavailable';
import pg from 'pg';
import { temporaryFolder } from '../../../../test/support/rf.ts';

test('a database that is busy or cannot be reached is away; a wrong question is not', async (t) => {
  const file = `${temporaryFolder(t)}/busy.sqlite`;
  const [one, other] = [new DatabaseSync(file), new DatabaseSync(file, { timeout: 1 })];
  t.after(() => [one, other].forEach((database) => void database.close()));
  one.exec('create table a (b integer primary key)');
  one.exec('begin immediate');
  const errorOf = (work: () => void): unknown => {
    try {
      work();
    } catch (error) {
      return error;
    }
    throw new Error('it went through');
  };
  assert.equal(isStoreUnavailable(errorOf(() => other.exec('begin immediate'))), true);
  assert.equal(isStoreUnavailable(errorOf(() => other.exec('select nonsense'))), false);
  assert.equal(isStoreUnavailable(errorOf(() => one.exec("insert into a values ('text')"))), false);
  const nobody = new pg.Client({ connectionString: 'postgres://rf@127.0.0.1:1/none' });
  assert.equal(isStoreUnavailable(await nobody.connect().catch((error) => error)), true);
  assert.equal(isStoreUnavailable(Object.assign(new Error('terminating'), { code: '57P01' })), true);
  assert.equal(isStoreUnavailable(Object.assign(new Error('duplicate'), { code: '23505' })), false);
  assert.equal(isStoreUnavailable(new Error('something else')), false);
  assert.equal(isStoreUnavailable('text'), false);
});
