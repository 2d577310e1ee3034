import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { assertNoProviderProblems, createFakeProvider } from './fake-provider.ts'
import { resetPanelState } from './session.ts'

/** Longer timeout for queries, because pages are loaded lazily and the loading time depends on the machine. */
configure({ asyncUtilTimeout: 8_000 })

/** Fails a test that writes to the console, unless the test expects it. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    throw new Error(`console.error: ${args.map(String).join(' ')}`)
  })
  vi.stubGlobal('scrollTo', () => {})
  // jsdom does not support media queries, so this stub matches none of them.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  // jsdom has no layout, so sizes change only if a test changes them.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  createFakeProvider()
})

afterEach(() => {
  cleanup()
  resetPanelState()
  localStorage.clear()
  sessionStorage.clear()
  assertNoProviderProblems()
})
