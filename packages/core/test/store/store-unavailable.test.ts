import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { storeFaultOf } from '@rf-indicators/core/store/store-fault';
import pg from 'pg';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';

test('a database that is busy or cannot be reached is unavailable; a wrong question is not', async (t) => {
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
  assert.notEqual(storeFaultOf(errorOf(() => other.exec('begin immediate'))), null);
  assert.equal(storeFaultOf(errorOf(() => other.exec('select nonsense'))), null);
  assert.equal(storeFaultOf(errorOf(() => one.exec("insert into a values ('text')"))), null);
  const nobody = new pg.Client({ connectionString: 'postgres://rf@127.0.0.1:1/none' });
  assert.notEqual(storeFaultOf(await nobody.connect().catch((error) => error)), null);
  assert.notEqual(storeFaultOf(Object.assign(new Error('terminating'), { code: '57P01' })), null);
  assert.equal(storeFaultOf(Object.assign(new Error('duplicate'), { code: '23505' })), null);
  assert.equal(storeFaultOf(new Error('something else')), null);
  assert.equal(storeFaultOf('text'), null);
});
