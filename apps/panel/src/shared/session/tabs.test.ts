import { refresh } from '@prosa/contract/calls/auth'
import { describe, expect, it, vi } from 'vitest'
import { fakeProvider } from '../../testing/fake-provider.ts'

/** The browser's locks, as far as one name and no options go. */
function browserLocks() {
  let tail: Promise<unknown> = Promise.resolve()
  return {
    request: (_name: string, work: () => Promise<void>) => {
      const turn = tail.then(work, work)
      tail = turn.catch(() => undefined)
      return turn
    },
  }
}

/** Another tab: its own modules, the same storage, locks and provider. */
async function tab() {
  vi.resetModules()
  return await import('./refresh.ts')
}

describe('tabs of one browser', () => {
  it('SESSION-20 G45 five tabs whose calls were refused together renew once', async () => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: browserLocks() }))
    const provider = fakeProvider().on(refresh, () => ({ success: true, data: { accessToken: 'a', expiresIn: 900 } }))
    const tabs = [await tab(), await tab(), await tab(), await tab(), await tab()]
    const startedAt = Date.now()
    const again = await Promise.all(tabs.map(({ renewAfterRefusal }) => renewAfterRefusal({ name: 'listAgents', startedAt })))
    expect(again).toEqual([true, true, true, true, true])
    expect(provider.requests(refresh)).toHaveLength(1)
  })
})
