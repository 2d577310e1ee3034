import { createHash, randomBytes } from 'node:crypto'
import { isUuid } from './db/database.ts'

/** A new secret for a link; the tenant stands in the token, so that looking one up never leaves it. Only its hash is kept. */
export function newLinkToken(tenantId: string): { token: string; hash: Buffer } {
  const tenant = Buffer.from(tenantId.replaceAll('-', ''), 'hex').toString('base64url')
  const token = `${tenant}.${randomBytes(32).toString('base64url')}`
  return { token, hash: hashToken(token) }
}

/** The tenant that a token names; null when it is none of ours. */
export function tenantOfToken(token: string): string | null {
  const [tenant = '', secret = '', ...rest] = token.split('.')
  const hex = Buffer.from(tenant, 'base64url').toString('hex')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  return isUuid(id) && secret.length === 43 && rest.length === 0 ? id : null
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
