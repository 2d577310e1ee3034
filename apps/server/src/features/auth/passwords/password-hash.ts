import { availableParallelism } from 'node:os'
import PQueue from 'p-queue'
import { Piscina } from 'piscina'

/** Parameters of Argon2id (`algorithm: 2`): 19 MiB of memory, 2 passes, 1 lane. */
const ARGON2_OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Worker threads that hash passwords, so that hashing does not block other requests. Low priority and one free core protect signed-in users
 * from slow responses during many sign-ins.
 */
const hashWorkers = new Piscina({
  filename: new URL('./password-worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: Math.max(1, availableParallelism() - 1),
  idleTimeout: 60_000,
  niceIncrement: 10,
})

/** Queue for new passwords. It hashes one password at a time, so that a sign-in waits for at most one of them. */
const newPasswordQueue = new PQueue({ concurrency: 1 })

const hashInWorker = (password: string): Promise<string> =>
  hashWorkers.run({ password, options: ARGON2_OPTIONS }, { name: 'hash' })

export const hashPassword = (password: string): Promise<string> => newPasswordQueue.add(() => hashInWorker(password))

let decoyHash: Promise<string> | undefined

/**
 * Verifies a password against `storedHash`. If it is null (unknown user), verifies against a decoy hash and returns false, so that both
 * cases take the same time.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  decoyHash ??= hashInWorker('a password that nobody has')
  const hash = storedHash ?? (await decoyHash)
  const isMatch: unknown = await hashWorkers.run({ password, hash, options: ARGON2_OPTIONS }, { name: 'verify' })
  return isMatch === true && storedHash !== null
}
