import type { Config } from '../../../platform/config/config.ts'
import { createSecretBox, type SecretBox } from '../../../platform/crypto/secret-box.ts'

/**
 * Creates the secret box that encrypts and decrypts calendar tokens. If a previous secret is configured, the box also decrypts with that
 * secret.
 */
export const createCalendarSecretBox = ({
  sessionSecret,
  previousSecret,
}: Pick<Config, 'sessionSecret' | 'previousSecret'>): SecretBox =>
  createSecretBox('calendar', sessionSecret, previousSecret ?? undefined)

/**
 * Decrypts a calendar token. Returns null if the token was encrypted with neither secret. A connection with such a token counts as revoked
 * but is kept, because it works again if the old secret is restored.
 */
export function decryptOrNull(box: SecretBox, sealed: string): string | null {
  try {
    return box.decrypt(sealed)
  } catch {
    return null
  }
}
