import { createHmac } from 'node:crypto'
import type { Config } from '../../../kernel/config.ts'
import { isUuid } from '../../../kernel/db/database.ts'
import { same } from './signed.ts'

type Secrets = Pick<Config, 'sessionSecret' | 'previousSecret'>

/** A number or a tenant's own app, for which a verify token is made. */
export interface Named {
  kind: 'number' | 'app'
  id: string
}

const macOf = (secret: Uint8Array, { kind, id }: Named): string =>
  createHmac('sha256', secret).update(`whatsapp-verify:${kind}:${id}`).digest('base64url').slice(0, 32)

/**
 * Returns the verify token that Meta sends back when it verifies the webhook. It identifies its subject and is signed with the session
 * secret.
 */
export const verifyWordOf = ({ sessionSecret }: Secrets, named: Named): string =>
  `${named.kind}.${named.id}.${macOf(sessionSecret, named)}`

/** Returns the subject of a verify token, or null if the token is not valid. */
export function readVerifyWord({ sessionSecret, previousSecret }: Secrets, word: string): Named | null {
  const [kind, id = '', mac = ''] = word.split('.')
  if ((kind !== 'number' && kind !== 'app') || !isUuid(id)) return null
  const isOurs = [sessionSecret, ...(previousSecret ? [previousSecret] : [])].some((secret) =>
    same(mac, macOf(secret, { kind, id })),
  )
  return isOurs ? { kind, id } : null
}
