import { getIpLimitKey } from '../../platform/http/client-address/ip-limit-key.ts'
import { consumeRateLimit } from '../../platform/http/limits/consume-rate-limit.ts'
import type { Cluster } from '../../platform/processes/cluster.ts'

/** Maximum numbers of registration forms in 15 minutes, per invitation link and per IP address. */
const ONBOARDING_LIMITS = { perLink: 10, perAddress: 30, seconds: 900 } as const

/**
 * Creates rate limits for registration forms. Successful forms do not count for the IP address, so that a whole team can register from one
 * address.
 */
export function createOnboardingLimits({ limiter }: Pick<Cluster, 'limiter'>) {
  const { perLink, perAddress, seconds } = ONBOARDING_LIMITS
  const link = limiter({ name: 'onboarding-link', points: perLink, seconds })
  const address = limiter({ name: 'onboarding-ip', points: perAddress, seconds })
  return {
    /**
     * Counts a registration form for an IP address and an invitation link, before it is processed.
     * @throws 429 with the seconds to wait
     */
    countAttempt: async (ip: string, tokenHash: Uint8Array) => {
      await consumeRateLimit(address, getIpLimitKey(ip))
      await consumeRateLimit(link, Buffer.from(tokenHash).toString('base64url'))
    },
    refundSuccessfulAttempt: (ip: string) => address.reward(getIpLimitKey(ip)),
  }
}
