import type { Capability } from '@prosa/contract/capabilities'

/**
 * Whether the server offers a capability to users who are not signed in. The API server lists these capabilities in a meta tag of the page.
 * Returns false without the tag: another server may have delivered the page.
 */
export const hasCapabilityBeforeSignIn = (capability: Capability): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name=capabilities]')?.content.split(' ').includes(capability) ?? false
