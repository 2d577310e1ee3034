export const NO_TOKEN_TO_COMPLETE = 'Nenhum token de convite disponível'

export type LinkReason = 'used_token' | 'invalid_token'

/**
 * Which page of reasons an error text leads to; null keeps the visitor where the text is. 'used' is looked for first, because a
 * used link may be called invalid as well (gap G14), and as a word, because so many things are 'refused'.
 */
export function linkReason(text: string): LinkReason | null {
  if (/\bused\b|utilizad/i.test(text)) return 'used_token'
  return /invalid|expired|inválido|expirado/i.test(text) ? 'invalid_token' : null
}
