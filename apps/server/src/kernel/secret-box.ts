import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Seals what must rest encrypted in the database (tokens of outside services). */
export interface SecretBox {
  seal(text: string): string
  /** @throws when the text was sealed by neither the key in use nor the one before it, or was changed */
  open(sealed: string): string
  /** The same under the key in use, where the key before it sealed it; null where nothing is to be done, or neither key opens it. */
  reseal(sealed: string): string | null
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
  const seal = (text: string): string => {
    const iv = randomBytes(12)
    const cipher = createCipheriv(CIPHER, current, iv)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
  }
  const openWith = (key: Buffer, sealed: string): string | null => {
    const bytes = Buffer.from(sealed, 'base64url')
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  }
  const openWithAny = (sealed: string): string | null =>
    keys.reduce<string | null>((text, key) => text ?? openWith(key, sealed), null)
  return {
    seal,
    open: (sealed) => {
      const text = openWithAny(sealed)
      if (text === null) throw new Error('What is sealed was sealed by another key, or was changed')
      return text
    },
    reseal: (sealed) => {
      if (openWith(current, sealed) !== null) return null
      const text = openWithAny(sealed)
      return text === null ? null : seal(text)
    },
  }
}
