import { afterEach, expect, vi } from 'vitest'

/** Fails a test that writes to console.error, because the output may hide an error. */
const consoleErrorSpy = vi.spyOn(console, 'error')
afterEach(() => {
  expect(consoleErrorSpy.mock.calls).toEqual([])
  consoleErrorSpy.mockClear()
})
