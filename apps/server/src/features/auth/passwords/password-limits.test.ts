import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getNetworkLimitKey } from '../../../platform/http/client-address/ip-limit-key.ts'
import { createSingleProcessCluster } from '../../../platform/processes/cluster.ts'
import { createPasswordLimits } from './password-limits.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const PHONE = '+5511900000001'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/**
 * Creates limits and `tries`, which simulates an attempt with a wrong password from an unknown device. `tries` returns the seconds to wait,
 * or null if the password was checked.
 */
function attacker(phone = PHONE) {
  const limits = createPasswordLimits(createSingleProcessCluster())
  const tries = async (ip: string): Promise<number | null> => {
    try {
      await limits.countIpAttempt(ip)
      await limits.countAttempt(`phone:${phone}:${getNetworkLimitKey(ip)}`, { unknownDeviceAccount: phone })
      return null
    } catch (error) {
      return (error as { retryAfter: number }).retryAfter
    }
  }
  return { limits, tries }
}

describe('wrong passwords', () => {
  it('TRUST-13 five in a network within 15 minutes, of a /24 or a /64, and another network has its own', async () => {
    const { tries } = attacker()
    for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.255']) expect(await tries(ip)).toBeNull()
    expect(await tries('192.0.2.7')).toBe(900)
    expect(await tries('192.0.3.7')).toBeNull()
    for (let n = 0; n < 5; n += 1) expect(await tries(`2001:db8::${n}`)).toBeNull()
    expect(await tries('2001:db8::ffff')).toBe(900)
    expect(await tries('2001:db8:0:1::1')).toBeNull()
    await vi.advanceTimersByTimeAsync(15 * MINUTE_MS + 1)
    expect(await tries('192.0.2.7')).toBeNull()
  })

  it('TRUST-13 thirty of an address, whoever is tried', async () => {
    const { limits } = attacker()
    for (let n = 0; n < 30; n += 1) await limits.countIpAttempt('192.0.2.1')
    await expect(limits.countIpAttempt('192.0.2.1')).rejects.toMatchObject({ statusCode: 429, retryAfter: 900 })
    await limits.countIpAttempt('192.0.2.2')
  })

  it('TRUST-13 a hundred of an account in a day, from however many networks and at whatever pace', async () => {
    const { limits, tries } = attacker()
    let lookedAt = 0
    for (let n = 0; n < 1_000; n += 1) {
      if ((await tries(`10.0.${n % 50}.${n % 20}`)) === null) lookedAt += 1
      await vi.advanceTimersByTimeAsync(MINUTE_MS)
    }
    expect(lookedAt).toBe(100)
    // A new network is refused for the rest of the day, not for 15 minutes.
    expect(await tries('203.0.113.1')).toBeGreaterThan(900)
    await limits.countAttempt('device:known')
    expect(await tries('203.0.113.2')).toBeGreaterThan(900)
    await vi.advanceTimersByTimeAsync(24 * HOUR_MS)
    expect(await tries('203.0.113.1')).toBeNull()
  })

  it('TRUST-13 a right one is given back to the day, and of a burst no more get through', async () => {
    const { limits, tries } = attacker()
    for (let n = 0; n < 300; n += 1) {
      await limits.countAttempt('phone', { unknownDeviceAccount: PHONE })
      await limits.recordSuccess('phone', `10.1.${n % 250}.1`, PHONE)
    }
    const burst = await Promise.all(Array.from({ length: 300 }, (_, n) => tries(`10.2.${n % 250}.1`)))
    expect(burst.filter((wait) => wait === null)).toHaveLength(100)
  })

  it('the end of an account’s day is told once, and networks that come after it tell nothing', async () => {
    const { limits } = attacker()
    const lockedOut = vi.fn()
    for (let network = 0; network < 200; network += 1)
      for (let n = 0; n < 7; n += 1)
        await limits.countAttempt(`phone:${network}`, { unknownDeviceAccount: PHONE, onLockOut: lockedOut }).catch(() => {})
    // Twenty networks reached their own limit, and the next attempt reached the daily limit of the account.
    expect(lockedOut).toHaveBeenCalledTimes(21)
  })
})
