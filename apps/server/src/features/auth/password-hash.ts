import { availableParallelism } from 'node:os'
import PQueue from 'p-queue'
import { Piscina } from 'piscina'

/** Argon2id (the library's `algorithm` 2) with 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Threads of their own, so that a sign-in does not hold up other requests, and of low priority: many sign-ins together would take the cores
 * from those who are signed in. One core stays theirs at any rate.
 */
const threads = new Piscina({
  filename: new URL('./password-worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: Math.max(1, availableParallelism() - 1),
  idleTimeout: 60_000,
  niceIncrement: 10,
})

/** Passwords that people choose are hashed one at a time, so that whoever signs in waits for one of them at most. */
const chosen = new PQueue({ concurrency: 1 })

const hash = (password: string): Promise<string> => threads.run({ password, options: OPTIONS }, { name: 'hash' })

export const hashPassword = (password: string): Promise<string> => chosen.add(() => hash(password))

let decoy: Promise<string> | undefined

/** Verifies against `stored`, or against a decoy when there is no such user: both answers take the same time. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash('a password that nobody has')
  const known = stored ?? (await decoy)
  const isRight: unknown = await threads.run({ password, known, options: OPTIONS }, { name: 'verify' })
  return isRight === true && stored !== null
}
