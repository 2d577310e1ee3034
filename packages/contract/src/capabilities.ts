/**
 * Names of optional features that a server may offer beyond the API of docs/items.md. `GET /auth/me` lists those of the current server. The
 * panel hides the controls of the others and does not request their endpoints.
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

/**
 * Optional features that need an external service. `GET /auth/me` lists them only if that service is configured. The page delivered before
 * sign-in never lists them.
 */
export const CONFIGURED_CAPABILITIES = ['signup', 'transcripts'] as const
export type Capability = (typeof CAPABILITIES)[number] | (typeof CONFIGURED_CAPABILITIES)[number]
