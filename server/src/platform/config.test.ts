import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

describe('TRUST_PROXY', () => {
  const read = (value: string) => readConfig({ TRUST_PROXY: value }).trustProxy;

  it('trusts proxies on this computer alone when it is left out', () => {
    assert.deepEqual(readConfig({}).trustProxy, ['loopback']);
    assert.deepEqual(read(''), ['loopback']);
  });

  it('is a number of proxies, or a list of addresses and ranges', () => {
    assert.equal(read('0'), 0);
    assert.equal(read('2'), 2);
    assert.deepEqual(read('10.0.0.5, 172.16.0.0/12,fd00::/8 ,::1'), ['10.0.0.5', '172.16.0.0/12', 'fd00::/8', '::1']);
    assert.deepEqual(read('loopback,uniquelocal'), ['loopback', 'uniquelocal']);
  });

  it('is refused with a clear text when it is anything else', () => {
    const words = ['true', 'yes', '-1', '1.5', '11', '999', 'proxy.example.com'];
    const addresses = ['10.0.0', '10.0.0.0/33', 'fd00::/129', '0.0.0.0/0', '::/0', '10.0.0.0/', '/8', '10.0.0.0/8/8'];
    const lists = ['10.0.0.1,', ',', '10.0.0.1 10.0.0.2', '10.0.0.1,2'];
    for (const value of [...words, ...addresses, ...lists]) {
      assert.throws(
        () => read(value),
        (error) => error instanceof ConfigError && error.message.startsWith('TRUST_PROXY must be the number of '),
        value,
      );
    }
  });
});
