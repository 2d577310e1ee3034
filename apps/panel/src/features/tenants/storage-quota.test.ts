import { expect, it } from 'vitest'
import { formatQuotaGb, parseQuotaGb } from './storage-quota.ts'

it.each([
  [10_240, '10'],
  [512, '0,5'],
  [1, '0,001'],
  [null, ''],
] as const)('room of %s MB is written %j, and read back', (mb, text) => {
  expect(formatQuotaGb(mb)).toBe(text)
  expect(parseQuotaGb(text)).toBe(mb)
})

it('takes a point for a comma, and nothing that is no room', () => {
  expect(parseQuotaGb(' 1.5 ')).toBe(1_536)
  for (const text of ['-1', '0', 'dez', '1e9', '99999', '1,2,3']) expect(parseQuotaGb(text)).toBeUndefined()
})
