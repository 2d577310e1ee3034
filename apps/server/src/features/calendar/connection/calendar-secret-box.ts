import type { Config } from '../../../platform/config/config.ts'
import { createSecretBox, type SecretBox } from '../../../platform/crypto/secret-box.ts'

/** Creates the box that encrypts calendar tokens. While the server's secret is being changed, it also decrypts with the previous one. */
export const createCalendarSecretBox = ({
  sessionSecret,
  previousSecret,
}: Pick<Config, 'sessionSecret' | 'previousSecret'>): SecretBox =>
  createSecretBox('calendar', sessionSecret, previousSecret ?? undefined)

/**
 * Decrypts a token, or returns null if neither secret fits. A connection with such a token counts as revoked but is kept, because it works
 * again if the old secret is restored.
 */
export function decryptOrNull(box: SecretBox, sealed: string): string | null {
  try {
    return box.open(sealed)
  } catch {
    return null
  }
}
