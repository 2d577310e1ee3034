import { describe, expect, it } from 'vitest'
import { formatFileSize } from './file-size.ts'

describe('the size of a file', () => {
  it.each([
    [1, '0,1 kB'],
    [512, '0,5 kB'],
    [1_024, '1 kB'],
    [1_048_575, '1.024 kB'],
    [1_048_576, '1 MB'],
    [5_400_000, '5,1 MB'],
    [104_857_600, '100 MB'],
  ])('%d bytes are said as people read them', (bytes, text) => {
    expect(formatFileSize(bytes)).toBe(text)
  })
})
