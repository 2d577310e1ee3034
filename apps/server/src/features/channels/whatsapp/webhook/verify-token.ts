import { createHmac } from 'node:crypto'
import type { Config } from '../../../../platform/config/config.ts'
import { isUuid } from '../../../../platform/database/database.ts'
import { equalsInConstantTime } from './signature.ts'

type SessionSecrets = Pick<Config, 'sessionSecret' | 'previousSecret'>

/** A number or a tenant's own app, for which a verify token is made. */
export interface VerifyTokenSubject {
  kind: 'number' | 'app'
  id: string
}

const computeMac = (secret: Uint8Array, { kind, id }: VerifyTokenSubject): string =>
  createHmac('sha256', secret).update(`whatsapp-verify:${kind}:${id}`).digest('base64url').slice(0, 32)

/**
 * Returns the verify token that Meta sends back when it verifies the webhook. It identifies its subject and is signed with the session
 * secret.
 */
export const createVerifyToken = ({ sessionSecret }: SessionSecrets, named: VerifyTokenSubject): string =>
  `${named.kind}.${named.id}.${computeMac(sessionSecret, named)}`

/** Returns the subject of a verify token, or null if the token is not valid. */
export function parseVerifyToken({ sessionSecret, previousSecret }: SessionSecrets, word: string): VerifyTokenSubject | null {
  const [kind, id = '', mac = ''] = word.split('.')
  if ((kind !== 'number' && kind !== 'app') || !isUuid(id)) return null
  const isOurs = [sessionSecret, ...(previousSecret ? [previousSecret] : [])].some((secret) =>
    equalsInConstantTime(mac, computeMac(secret, { kind, id })),
  )
  return isOurs ? { kind, id } : null
}
