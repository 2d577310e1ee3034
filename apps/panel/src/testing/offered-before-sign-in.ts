import { afterEach } from 'vitest'

afterEach(() => document.head.querySelector('meta[name=capabilities]')?.remove())

/** Names capabilities in the page, as our server does in the page that it serves; forgotten after the test. */
export const offerBeforeSignIn = (...capabilities: readonly string[]): void =>
  document.head.insertAdjacentHTML('beforeend', `<meta name="capabilities" content="${capabilities.join(' ')}">`)
