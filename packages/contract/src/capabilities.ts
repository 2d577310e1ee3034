/**
 * What a provider may offer beyond product.md, one for each feature that adds a control (0-frame): named in `GET /auth/me`, and without it there
 * is neither the control nor its call.
 */
export const CAPABILITIES = ['organisation', 'security', 'team', 'audit', 'numbers'] as const
export type Capability = (typeof CAPABILITIES)[number]
