import type { Config } from '../../kernel/config.ts'
import { createSecretBox, type SecretBox } from '../../kernel/secret-box.ts'

/** Seals what gives access to people's calendars. One for all of the feature: while the secret is changed, the one before it still opens. */
export const calendarBox = ({ sessionSecret, previousSecret }: Pick<Config, 'sessionSecret' | 'previousSecret'>): SecretBox =>
  createSecretBox('calendar', sessionSecret, previousSecret ?? undefined)

/**
 * What was sealed; null when neither secret opens it. A connection with such a token counts as taken back, and is kept: with the secret
 * that sealed it, it works again.
 */
export function openOrNull(box: SecretBox, sealed: string): string | null {
  try {
    return box.open(sealed)
  } catch {
    return null
  }
}
