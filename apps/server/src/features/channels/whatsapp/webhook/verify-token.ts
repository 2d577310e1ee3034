import { createHmac } from 'node:crypto'
import type { Config } from '../../../../platform/config/config.ts'
import { isUuid } from '../../../../platform/database/database.ts'
import { equalsInConstantTime } from './signature.ts'

type SessionSecrets = Pick<Config, 'sessionSecret' | 'previousSecret'>

/** WhatsApp number or Meta app of an organisation for which a verify token is valid. */
export interface VerifyTokenSubject {
  kind: 'number' | 'app'
  id: string
}

const computeMac = (secret: Uint8Array, { kind, id }: VerifyTokenSubject): string =>
  createHmac('sha256', secret).update(`whatsapp-verify:${kind}:${id}`).digest('base64url').slice(0, 32)

/**
 * Returns the verify token that Meta sends back when it verifies the webhook URL. The token contains the id of its number or app and is
 * signed with the session secret.
 */
export const createVerifyToken = ({ sessionSecret }: SessionSecrets, subject: VerifyTokenSubject): string =>
  `${subject.kind}.${subject.id}.${computeMac(sessionSecret, subject)}`

/** Parses a verify token. Returns the number or app to which it belongs, or null if it is not valid. */
export function parseVerifyToken({ sessionSecret, previousSecret }: SessionSecrets, token: string): VerifyTokenSubject | null {
  const [kind, id = '', mac = ''] = token.split('.')
  if ((kind !== 'number' && kind !== 'app') || !isUuid(id)) return null
  const isValid = [sessionSecret, ...(previousSecret ? [previousSecret] : [])].some((secret) =>
    equalsInConstantTime(mac, computeMac(secret, { kind, id })),
  )
  return isValid ? { kind, id } : null
}
