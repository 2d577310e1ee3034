import { createHmac } from 'node:crypto'
import type { Config } from '../../../kernel/config.ts'
import { isUuid } from '../../../kernel/db/database.ts'
import { same } from './signed.ts'

type Secrets = Pick<Config, 'sessionSecret' | 'previousSecret'>

/** By which Meta shows, when it shakes hands, that it was sent by us: of one number, or of a tenant's own app. */
export interface Named {
  kind: 'number' | 'app'
  id: string
}

const macOf = (secret: Uint8Array, { kind, id }: Named): string =>
  createHmac('sha256', secret).update(`whatsapp-verify:${kind}:${id}`).digest('base64url').slice(0, 32)

/** The word that Meta is told, and says again. It names what it is for, and nobody else can make one. */
export const verifyWordOf = ({ sessionSecret }: Secrets, named: Named): string =>
  `${named.kind}.${named.id}.${macOf(sessionSecret, named)}`

/** What a word is for; null where it is none of ours. */
export function readVerifyWord({ sessionSecret, previousSecret }: Secrets, word: string): Named | null {
  const [kind, id = '', mac = ''] = word.split('.')
  if ((kind !== 'number' && kind !== 'app') || !isUuid(id)) return null
  const isOurs = [sessionSecret, ...(previousSecret ? [previousSecret] : [])].some((secret) =>
    same(mac, macOf(secret, { kind, id })),
  )
  return isOurs ? { kind, id } : null
}
