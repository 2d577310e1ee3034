import { afterEach, expect, vi } from 'vitest'

/** Noise fails: a test that makes the console speak hides something. */
const spoken = vi.spyOn(console, 'error')
afterEach(() => {
  expect(spoken.mock.calls).toEqual([])
  spoken.mockClear()
})
