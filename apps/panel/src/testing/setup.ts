import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Noise fails: what React or a component complains about is a bug until a test says it expects it. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    throw new Error(`console.error: ${said.map(String).join(' ')}`)
  })
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    const address = input instanceof Request ? input.url : String(input)
    expect.unreachable(`unhandled request: ${address}`)
  })
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
