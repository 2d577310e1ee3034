export const MISSING_TOKEN_MESSAGE = 'Nenhum token de convite disponível'

export type LinkError = 'used_token' | 'invalid_token'

/**
 * Returns the error page for an error text, or null to stay on the page. 'used' is checked first, because a used link may also be called
 * invalid (gap G14), and as a whole word, because 'refused' contains it.
 */
export function detectLinkError(text: string): LinkError | null {
  if (/\bused\b|utilizad/i.test(text)) return 'used_token'
  return /invalid|expired|inválido|expirado/i.test(text) ? 'invalid_token' : null
}
