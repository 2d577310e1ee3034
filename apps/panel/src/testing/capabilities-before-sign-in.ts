import { afterEach } from 'vitest'

afterEach(() => document.head.querySelector('meta[name=capabilities]')?.remove())

/** Adds capabilities to the page's meta tag, as the server does when it delivers the page. A hook removes them after the test. */
export const addCapabilitiesBeforeSignIn = (...capabilities: readonly string[]): void =>
  document.head.insertAdjacentHTML('beforeend', `<meta name="capabilities" content="${capabilities.join(' ')}">`)
