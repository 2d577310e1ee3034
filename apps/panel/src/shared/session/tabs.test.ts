import { refresh } from '@prosa/contract/calls/accounts/auth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeProvider, type FakeProvider } from '../../testing/fake-provider.ts'

interface Lock {
  name: string
  mode: 'exclusive' | 'shared'
}

/** Fake of the browser's locks: exclusive locks of one name, and shared locks of any name. */
function browserLocks() {
  let tail: Promise<unknown> = Promise.resolve()
  const held = new Set<Lock>()
  const hold = async <T>(lock: Lock, work: () => Promise<T>) => {
    held.add(lock)
    try {
      return await work()
    } finally {
      held.delete(lock)
    }
  }
  const request = <T>(name: string, { mode }: { mode: Lock['mode'] }, run: () => Promise<T>) => {
    if (mode === 'shared') return hold({ name, mode }, run)
    const work = () => hold({ name, mode }, run)
    const turn = tail.then(work, work)
    tail = turn.catch(() => undefined)
    return turn
  }
  return { request, query: async () => ({ held: [...held], pending: [] }) }
}

/** Creates another tab: its own modules, the same storage, locks and provider. */
async function tab() {
  vi.resetModules()
  const [{ renewTokenAfterUnauthorized }, { getKnownTokenCount }] = await Promise.all([
    import('./token-renewal.ts'),
    import('./token-state.ts'),
  ])
  return {
    getKnownTokenCount,
    refused: (tokens = getKnownTokenCount()) => renewTokenAfterUnauthorized({ name: 'listAgents', tokenCount: tokens }),
  }
}
const someTabs = async () => [await tab(), await tab(), await tab(), await tab(), await tab()] as const

let provider: FakeProvider
beforeEach(() => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: browserLocks() }))
  provider = createFakeProvider().on(refresh, () => ({ success: true, data: { accessToken: 'a', expiresIn: 900 } }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('tabs of one browser', () => {
  it('SESSION-20 G45 five whose calls were refused together renew once, again and again', async () => {
    const tabs = await someTabs()
    for (let round = 1; round <= 3; round += 1) {
      const renewals = await Promise.all(tabs.map(({ refused }) => refused()))
      expect(renewals.filter((renewal) => renewal === 'here')).toHaveLength(1)
      expect(provider.requests(refresh)).toHaveLength(round)
    }
  })

  it('SESSION-20 G45 renew once also while what one of them has stored does not reach the others', async () => {
    const tabs = await someTabs()
    vi.spyOn(Storage.prototype, 'getItem').mockReturnValue(null)
    for (let round = 1; round <= 3; round += 1) {
      await Promise.all(tabs.map(({ refused }) => refused()))
      expect(provider.requests(refresh)).toHaveLength(round)
    }
  })

  it('SESSION-20 a tab that slept through a renewal tries with the token of another, and renews it when that has ended too', async () => {
    const [awake, asleep] = [await tab(), await tab()]
    const before = asleep.getKnownTokenCount()
    await awake.refused()
    expect(await asleep.refused(before)).toBe('elsewhere')
    expect(await asleep.refused()).toBe('here')
    expect(provider.requests(refresh)).toHaveLength(2)
  })
})
