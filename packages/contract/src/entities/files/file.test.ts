import { describe, expect, it } from 'vitest'
import { calculatePartBytes, FILE_PART_LIMITS_BYTES } from './file.ts'

const MB = 1024 * 1024

describe('the parts of a file', () => {
  it.each([1, 2 * MB, 10 * MB, 16 * MB, 100 * MB])(
    'of %d bytes are at most forty, and three of them less than a tenth or than a megabyte',
    (size) => {
      const part = calculatePartBytes(size)
      expect(Math.ceil(size / part)).toBeLessThanOrEqual(40)
      expect(3 * part).toBeLessThanOrEqual(Math.max(size / 10, MB))
      expect(part).toBeGreaterThanOrEqual(FILE_PART_LIMITS_BYTES.min)
      expect(part).toBeLessThanOrEqual(FILE_PART_LIMITS_BYTES.max)
      expect(Number.isInteger(part)).toBe(true)
    },
  )

  it('of whatever size are never larger than a part may be', () => {
    expect(calculatePartBytes(1_000 * MB)).toBe(FILE_PART_LIMITS_BYTES.max)
  })
})
