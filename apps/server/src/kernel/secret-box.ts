import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Seals what must rest encrypted in the database (tokens of outside services). */
export interface SecretBox {
  seal(text: string): string
  /** @throws when the text was sealed by neither the key in use nor the one before it, or was changed */
  open(sealed: string): string
}

const CIPHER = 'aes-256-gcm'

/**
 * AES-256-GCM under a key derived from the server's secret. The purpose is bound in: what one feature sealed, another cannot open.
 * With a previous secret, old values still open while new ones are sealed under the new key.
 */
export function createSecretBox(purpose: string, secret: Uint8Array, previousSecret?: Uint8Array): SecretBox {
  const derive = (from: Uint8Array) => Buffer.from(hkdfSync('sha256', from, 'prosa', purpose, 32))
  const keys = [secret, ...(previousSecret ? [previousSecret] : [])].map(derive)
  const [current] = keys
  if (!current) throw new Error('A secret box needs a key')
  return {
    seal: (text) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv(CIPHER, current, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      for (const [index, key] of keys.entries()) {
        try {
          const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28))
          return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
        } catch (error) {
          if (index === keys.length - 1) throw error
        }
      }
      throw new Error('Unreachable: the last key either opened or threw')
    },
  }
}
