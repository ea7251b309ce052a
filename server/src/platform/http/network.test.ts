import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf, subscriberOf } from './network.ts';

test('neighboring addresses are in the same network, no matter how they are written', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.99', '203.0.113.0/24'],
    ['2001:db8:1:2::3', '2001:db8:1::/48'],
    ['2001:0DB8:0001:ffff:0:0:0:1', '2001:db8:1::/48'],
    ['2001:db8::5', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['203.0.113.7:50123', '203.0.113.0/24'],
    ['unknown', 'unknown'],
  ] as const) {
    assert.equal(networkOf(address), network, address);
  }
});

test('an IPv6 /64 is treated as one subscriber, no matter how its addresses are written', () => {
  for (const [address, subscriber] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::3', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::9', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['203.0.113.7:50123', '203.0.113.7'],
    ['[2001:db8:1:2::3]:50123', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::3]', '2001:db8:1:2::/64'],
    ['unknown', 'unknown'],
  ] as const) {
    assert.equal(subscriberOf(address), subscriber, address);
  }
});
