import { getIpLimitKey } from '../../platform/http/client-address/ip-limit-key.ts'
import { consumeRateLimit } from '../../platform/http/limits/consume-rate-limit.ts'
import type { Cluster } from '../../platform/processes/cluster.ts'

/** Maximum numbers of forms per link and per IP address in 15 minutes that do not create a user. */
const ONBOARDING_LIMITS = { perLink: 10, perAddress: 30, seconds: 900 } as const

/** Limits forms before they are processed. A successful form does not count for its IP address, so that a whole team can join from one. */
export function createOnboardingLimits({ limiter }: Pick<Cluster, 'limiter'>) {
  const { perLink, perAddress, seconds } = ONBOARDING_LIMITS
  const link = limiter({ name: 'onboarding-link', points: perLink, seconds })
  const address = limiter({ name: 'onboarding-ip', points: perAddress, seconds })
  return {
    /** Counts a form from this IP address and for this link. @throws 429 with the seconds to wait */
    count: async (ip: string, tokenHash: Uint8Array) => {
      await consumeRateLimit(address, getIpLimitKey(ip))
      await consumeRateLimit(link, Buffer.from(tokenHash).toString('base64url'))
    },
    succeeded: (ip: string) => address.reward(getIpLimitKey(ip)),
  }
}
