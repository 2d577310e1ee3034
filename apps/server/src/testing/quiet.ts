import { afterEach, expect, vi } from 'vitest'

/** Fails a test that writes to console.error, because the output may hide an error. */
const spoken = vi.spyOn(console, 'error')
afterEach(() => {
  expect(spoken.mock.calls).toEqual([])
  spoken.mockClear()
})
