import { afterEach } from 'vitest'

afterEach(() => document.head.querySelector('meta[name=capabilities]')?.remove())

/** Adds capabilities to the page, as the server does when it serves it. Removed after the test. */
export const addCapabilitiesBeforeSignIn = (...capabilities: readonly string[]): void =>
  document.head.insertAdjacentHTML('beforeend', `<meta name="capabilities" content="${capabilities.join(' ')}">`)
