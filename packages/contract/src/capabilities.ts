/**
 * Optional features of a provider beyond docs/items.md, each of which adds controls. `GET /auth/me` lists them. Without a capability the
 * panel hides its controls and does not make its calls.
 */
export const CAPABILITIES = [
  'organisation',
  'security',
  'team',
  'audit',
  'numbers',
  'templates',
  'message_info',
  'media',
  'reply',
  'reactions',
  'knowledge',
  'versions',
  'evidence',
  'search',
  'costs',
] as const

/** Capabilities that need an external service. They are listed only if it is configured, and are not sent to the sign-in page. */
export const CONFIGURED_CAPABILITIES = ['signup', 'transcripts'] as const
export type Capability = (typeof CAPABILITIES)[number] | (typeof CONFIGURED_CAPABILITIES)[number]
