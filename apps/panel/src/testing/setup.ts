import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { assertNoProviderProblems, fakeProvider } from './fake-provider.ts'
import { resetPanel } from './session.ts'

/** Pages come as lazy code: how long that takes is the machine's business, not a test's. */
configure({ asyncUtilTimeout: 8_000 })

/** Noise fails: what React or a component complains about is a bug until a test says it expects it. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    throw new Error(`console.error: ${said.map(String).join(' ')}`)
  })
  vi.stubGlobal('scrollTo', () => {})
  // Nor has it media: nothing that is asked of them is so.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  // jsdom lays nothing out, so nothing changes its size unless a test says so.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  fakeProvider()
})

afterEach(() => {
  cleanup()
  resetPanel()
  localStorage.clear()
  sessionStorage.clear()
  assertNoProviderProblems()
})
