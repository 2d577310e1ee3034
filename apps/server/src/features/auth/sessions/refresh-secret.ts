import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isUuid } from '../../../platform/database/database.ts'

/** Number of characters of the signature in a refresh secret (about 128 bits). */
const SIGNATURE_CHARS = 22

/**
 * Creates and verifies the secrets in refresh cookies. Each secret ends with a signature of this server, which distinguishes issued secrets
 * from invented ones.
 */
export function createRefreshSecrets(key: Uint8Array, previousKey: Uint8Array | null) {
  const sign = (signingKey: Uint8Array, text: string) => createHmac('sha256', signingKey).update(text).digest('base64url')
  const computeSignature = (signingKey: Uint8Array, sessionId: string, body: string) =>
    sign(signingKey, `refresh-mark:${sessionId}:${body}`).slice(0, SIGNATURE_CHARS)
  const appendSignature = (sessionId: string, body: string) => body + computeSignature(key, sessionId, body)
  return {
    createFirst: (sessionId: string) => appendSignature(sessionId, randomBytes(32).toString('base64url')),
    /** Derives the next secret from `secret`, so that two concurrent requests with the same secret get the same next secret. */
    deriveNext: (sessionId: string, secret: string) => appendSignature(sessionId, sign(key, `refresh:${sessionId}:${secret}`)),
    /** Whether this server issued the secret for this session. */
    wasIssued: (sessionId: string, secret: string) => {
      const [body, signature] = [secret.slice(0, -SIGNATURE_CHARS), Buffer.from(secret.slice(-SIGNATURE_CHARS))]
      return [key, ...(previousKey ? [previousKey] : [])].some((signingKey) =>
        areHashesEqual(signature, Buffer.from(computeSignature(signingKey, sessionId, body))),
      )
    },
  }
}

export const hashRefreshSecret = (value: string): Buffer => createHash('sha256').update(value).digest()

export const areHashesEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)

export const formatRefreshCookie = (tenantId: string, sessionId: string, secret: string): string =>
  `${tenantId}.${sessionId}.${secret}`

export function parseRefreshCookie(value: string | undefined): { tenantId: string; sessionId: string; secret: string } | null {
  const [tenantId, sessionId, secret, ...rest] = (value ?? '').split('.')
  if (!tenantId || !sessionId || !secret || rest.length > 0 || !isUuid(tenantId) || !isUuid(sessionId)) return null
  return { tenantId, sessionId, secret }
}
