import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encryption of secrets that are stored in the database, such as tokens of external services. */
export interface SecretBox {
  encrypt(plaintext: string): string
  /** Decrypts a text. @throws if the text was modified, or encrypted with neither the current nor the previous key */
  decrypt(ciphertext: string): string
  /** Encrypts a text again with the current key. Returns null if the text already uses the current key or cannot be decrypted. */
  reencrypt(ciphertext: string): string | null
}

const CIPHER = 'aes-256-gcm'

/**
 * Creates a secret box with AES-256-GCM. The key is derived from the server's secret and `purpose`, so that one feature cannot decrypt
 * another's data. With `previousSecret`, texts encrypted with it can be decrypted too.
 */
export function createSecretBox(purpose: string, secret: Uint8Array, previousSecret?: Uint8Array): SecretBox {
  const deriveKey = (inputKey: Uint8Array) => Buffer.from(hkdfSync('sha256', inputKey, 'prosa', purpose, 32))
  const keys = [secret, ...(previousSecret ? [previousSecret] : [])].map(deriveKey)
  const [current] = keys
  if (!current) throw new Error('A secret box needs a key')
  const encrypt = (plaintext: string): string => {
    const iv = randomBytes(12)
    const cipher = createCipheriv(CIPHER, current, iv)
    const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
  }
  const decryptWithKey = (key: Buffer, ciphertext: string): string | null => {
    const bytes = Buffer.from(ciphertext, 'base64url')
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }
  const decryptWithAnyKey = (ciphertext: string): string | null =>
    keys.reduce<string | null>((plaintext, key) => plaintext ?? decryptWithKey(key, ciphertext), null)
  return {
    encrypt,
    decrypt: (ciphertext) => {
      const plaintext = decryptWithAnyKey(ciphertext)
      if (plaintext === null) throw new Error('What is sealed was sealed by another key, or was changed')
      return plaintext
    },
    reencrypt: (ciphertext) => {
      if (decryptWithKey(current, ciphertext) !== null) return null
      const plaintext = decryptWithAnyKey(ciphertext)
      return plaintext === null ? null : encrypt(plaintext)
    },
  }
}
