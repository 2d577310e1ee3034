export const MISSING_TOKEN_MESSAGE = 'Nenhum token de convite disponível'

export type LinkError = 'used_token' | 'invalid_token'

/**
 * Detects by an error text whether an invitation link was used or is invalid. Returns null for other errors. Checks 'used' first, because a
 * used link may also be called invalid (gap G14), and matches it as a whole word, because 'refused' contains it.
 */
export function detectLinkError(text: string): LinkError | null {
  if (/\bused\b|utilizad/i.test(text)) return 'used_token'
  return /invalid|expired|inválido|expirado/i.test(text) ? 'invalid_token' : null
}
