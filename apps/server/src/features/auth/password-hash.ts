import { hash, verify } from '@node-rs/argon2'

/** Argon2id (the library's `algorithm` 2) with 19 MiB, 2 passes, 1 lane; runs on the thread pool, so that a sign-in does not hold up other requests. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

let decoy: Promise<string> | undefined

/** Verifies against `stored`, or against a decoy when there is no such user: both answers take the same time. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has')
  const right = await verify(stored ?? (await decoy), password, OPTIONS)
  return right && stored !== null
}
