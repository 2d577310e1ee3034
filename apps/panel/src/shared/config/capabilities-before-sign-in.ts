import type { Capability } from '@prosa/contract/capabilities'

/**
 * Whether the provider offers a capability to users who are not signed in. The server lists these capabilities in a meta tag of the page;
 * returns false without the tag, as on a page that another server delivers.
 */
export const hasCapabilityBeforeSignIn = (capability: Capability): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name=capabilities]')?.content.split(' ').includes(capability) ?? false
