/**
 * What a provider may offer beyond docs/items.md, one for each feature that adds a control: named in `GET /auth/me`, and without it there
 * is neither the control nor its call.
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

/** Those that hang on an outside party, and are named only where that is configured. The sign-in page is told nothing of them. */
export const CONFIGURED_CAPABILITIES = ['signup', 'transcripts'] as const
export type Capability = (typeof CAPABILITIES)[number] | (typeof CONFIGURED_CAPABILITIES)[number]
