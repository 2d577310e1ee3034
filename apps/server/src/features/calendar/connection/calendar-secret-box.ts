import type { Config } from '../../../platform/config/config.ts'
import { createSecretBox, type SecretBox } from '../../../platform/crypto/secret-box.ts'

/** Creates the secret box that encrypts and decrypts calendar tokens. Also decrypts with the previous secret if one is configured. */
export const createCalendarSecretBox = ({
  sessionSecret,
  previousSecret,
}: Pick<Config, 'sessionSecret' | 'previousSecret'>): SecretBox =>
  createSecretBox('calendar', sessionSecret, previousSecret ?? undefined)

/**
 * Decrypts a calendar token. Returns null if no configured secret can decrypt it. The token is not deleted, because it can be decrypted
 * again if its secret is restored.
 */
export function decryptOrNull(box: SecretBox, sealed: string): string | null {
  try {
    return box.decrypt(sealed)
  } catch {
    return null
  }
}
