import { expect, it } from 'vitest'
import { getIpLimitKey } from './ip-limit-key.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:0000::9', '2001:db8:1:2::/64'],
  // The zeros omitted in the middle may extend into the first half.
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::7:1', '2001:db8:0:0::/64'],
  ['2001:db8::1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['no address', 'no address'],
])('counts %s as %s', (ip, key) => {
  expect(getIpLimitKey(ip)).toBe(key)
})
