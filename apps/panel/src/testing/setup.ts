import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { assertNoProviderProblems, createFakeProvider } from './fake-provider.ts'
import { resetPanelState } from './session.ts'

/** Pages are lazy code, whose loading time depends on the machine. */
configure({ asyncUtilTimeout: 8_000 })

/** Fails a test on console output unless the test expects it. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    throw new Error(`console.error: ${said.map(String).join(' ')}`)
  })
  vi.stubGlobal('scrollTo', () => {})
  // jsdom has no media queries, so none matches.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  // jsdom has no layout, so nothing changes its size unless a test does it.
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
