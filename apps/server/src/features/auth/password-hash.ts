import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { atOnce } from './at-once.ts'

/** Argon2id (the library's `algorithm` 2) with 19 MiB, 2 passes, 1 lane; runs on the thread pool, so that a sign-in does not hold up other requests. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Many sign-ins together would take every core from those who are signed in: one core stays theirs. */
const inTurn = atOnce(Math.max(1, availableParallelism() - 1))

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS))

let decoy: Promise<string> | undefined

/** Verifies against `stored`, or against a decoy when there is no such user: both answers take the same time. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has')
  const known = stored ?? (await decoy)
  const right = await inTurn(() => verify(known, password, OPTIONS))
  return right && stored !== null
}
