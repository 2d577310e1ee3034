import type { Cluster } from '../cluster.ts'
import { takeOne } from './take-one.ts'

/** Messages of one user that are sent in a minute, texts and templates together (docs/operations.md, 'Limites'). */
const SENDS_PER_MINUTE = 30

/** @returns what counts one message of a user; it throws 429 when there were too many */
export function createSendLimit({ limiter }: Pick<Cluster, 'limiter'>): (userId: string) => Promise<void> {
  const sends = limiter({ name: 'send', points: SENDS_PER_MINUTE, seconds: 60 })
  return (userId) => takeOne(sends, userId)
}
