/**
 * Names of optional features that a provider (a server that implements this API) may offer beyond docs/items.md. `GET /auth/me` lists those
 * that the current provider offers. Without a feature, the panel hides its controls and does not request its API endpoints.
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
 * Optional features that need an external service. `GET /auth/me` lists them only if the service is configured. The page that the server
 * delivers before sign-in never lists them.
 */
export const CONFIGURED_CAPABILITIES = ['signup', 'transcripts'] as const
export type Capability = (typeof CAPABILITIES)[number] | (typeof CONFIGURED_CAPABILITIES)[number]
