import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig } from './platform/config.ts';
import { startFailureText } from './start-failure.ts';

describe('the error message if the server fails to start', () => {
  const config = readConfig({
    PORT: '80',
    HOST: 'sandpiper.example.com',
    DATABASE_URL: 'postgresql://database/sandpiper',
  });
  const textFor = (facts: object) => startFailureText(Object.assign(new Error('x'), facts), config) ?? '';

  it('says whether the port, the address, the data folder or the database is the problem', () => {
    assert.match(textFor({ code: 'EACCES', syscall: 'listen' }), /isn't allowed to listen on port 80\./);
    assert.match(textFor({ code: 'EACCES', syscall: 'open' }), /^Can't write to the data folder/);
    const path = join(config.dataDir, 'secret.key');
    assert.match(
      textFor({ code: 'EACCES', syscall: 'open', path }),
      /^The server's user isn't allowed to read or create .*secret\.key\. Make that user the owner/,
    );
    assert.match(textFor({ code: 'ENOENT', syscall: 'mkdir' }), /^Can't write to the data folder/);
    assert.match(textFor({ code: 'ENOSPC', syscall: 'write' }), /^The disk is full/);
    assert.match(textFor({ code: 'ENOTFOUND', hostname: 'sandpiper.example.com' }), /Set HOST to one of its addresses/);
    const cause = Object.assign(new Error('permission denied to create extension "pg_trgm"'), { code: '42501' });
    assert.match(
      textFor({ cause }),
      /refused to update its tables: permission denied to create .* Give the server's database role/,
    );
    assert.match(
      textFor({ code: 'ENOTFOUND', hostname: 'database' }),
      /^Can't connect to the database in DATABASE_URL/,
    );
  });

  it('says why the database refuses the connection, for example because of a parameter in its address', () => {
    const text = textFor({
      severity: 'FATAL',
      code: '22023',
      message: 'invalid value for parameter "lock_timeout": "abc"',
    });
    assert.match(text, /refused the connection: invalid value for parameter "lock_timeout": "abc"\.$/);
  });

  it('says why the connection to the database can’t be encrypted', () => {
    const encrypted = readConfig({ DATABASE_URL: 'postgresql://database/sandpiper?sslrootcert=%2Fetc%2Froot.pem' });
    const textOf = (message: string, facts: object = {}) =>
      startFailureText(Object.assign(new Error(message), facts), encrypted) ?? '';
    const advice = 'Check sslmode and sslrootcert in the address.';
    const why = "Can't connect to the database in DATABASE_URL";
    assert.equal(
      textOf('self-signed certificate; try running Node.js with --use-system-ca', {
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      }),
      `${why}: self-signed certificate. ${advice}`,
    );
    assert.equal(
      textOf('The server does not support SSL connections'),
      `${why}: The server does not support SSL connections. ${advice}`,
    );
    assert.match(
      textOf('ENOENT: no such file', { code: 'ENOENT', path: '/etc/root.pem' }),
      /no such file\. Check sslmode/,
    );
    assert.equal(textOf('ENOENT: no such file', { code: 'ENOENT', path: '/data/other' }), '');
  });
});
