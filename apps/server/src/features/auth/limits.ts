import { RateLimiterMemory } from 'rate-limiter-flexible'
import { errors } from '../../kernel/errors.ts'

/** Failed sign-ins that are let through before a wait (reliability.md, section 5). */
const SIGN_IN_LIMITS = { perAccount: 5, perIp: 30, windowSeconds: 900, longestWaitSeconds: 3_600 } as const

/** Limits sign-in by account and by address; a device that this user has signed in on before has a count of its own, so an owner always gets in. */
export function createSignInLimits() {
  const { perAccount, perIp, windowSeconds, longestWaitSeconds } = SIGN_IN_LIMITS
  const account = new RateLimiterMemory({ keyPrefix: 'account', points: perAccount, duration: windowSeconds })
  const address = new RateLimiterMemory({ keyPrefix: 'ip', points: perIp, duration: windowSeconds })
  /** How often an account has been made to wait lately: each time doubles the wait. */
  const waits = new RateLimiterMemory({ keyPrefix: 'waits', points: 1_000, duration: 86_400 })

  return {
    /** @throws 429 with the seconds to wait */
    check: async (key: string, ip: string) => {
      for (const [limiter, name] of [
        [account, key],
        [address, ip],
      ] as const) {
        const state = await limiter.get(name)
        if (state && state.remainingPoints <= 0) throw errors.tooManyAttempts(Math.ceil(state.msBeforeNext / 1_000))
      }
    },
    failed: async (key: string, ip: string) => {
      await address.penalty(ip)
      const state = await account.penalty(key)
      if (state.remainingPoints > 0) return
      const { consumedPoints } = await waits.penalty(key)
      await account.block(key, Math.min(windowSeconds * 2 ** (consumedPoints - 1), longestWaitSeconds))
    },
    succeeded: async (key: string) => {
      await account.delete(key)
      await waits.delete(key)
    },
  }
}
export type SignInLimits = ReturnType<typeof createSignInLimits>
