import { createHash, randomBytes } from 'node:crypto'
import { isUuid } from '../database/database.ts'

/**
 * Creates a random token for a link. The token contains the tenant id, by which the server finds the stored token. Only `hash` is stored.
 */
export function createLinkToken(tenantId: string): { token: string; hash: Buffer } {
  const tenant = Buffer.from(tenantId.replaceAll('-', ''), 'hex').toString('base64url')
  const token = `${tenant}.${randomBytes(32).toString('base64url')}`
  return { token, hash: hashLinkToken(token) }
}

/** Returns the tenant id that a token contains; null if the token is malformed. */
export function getTokenTenantId(token: string): string | null {
  const [tenant = '', secret = '', ...rest] = token.split('.')
  const hex = Buffer.from(tenant, 'base64url').toString('hex')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  return isUuid(id) && secret.length === 43 && rest.length === 0 ? id : null
}

export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()
