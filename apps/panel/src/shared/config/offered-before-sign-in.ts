import type { Capability } from '@prosa/contract/capabilities'

/**
 * Whether the provider offers a capability to somebody who is not signed in: its server names them in the page that it serves. A page that
 * is served elsewhere offers none.
 */
export const isOfferedBeforeSignIn = (capability: Capability): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name=capabilities]')?.content.split(' ').includes(capability) ?? false
