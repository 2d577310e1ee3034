import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createOutbox } from './outbox.ts'

const entry = (key: string, at: number) => ({ key, content: `texto ${key}`, at, status: 'waiting' as const })

describe('the outbox', () => {
  beforeEach(() => localStorage.clear())

  it('survives a reload, in the order of writing, with its keys', () => {
    const before = createOutbox('a1', localStorage)
    before.put(entry('b', 2))
    before.put(entry('a', 1))
    expect(createOutbox('a1', localStorage).list()).toEqual([entry('a', 1), entry('b', 2)])
  })

  it('keeps the talks with different agents apart', () => {
    createOutbox('a1', localStorage).put(entry('a', 1))
    expect(createOutbox('a2', localStorage).list()).toEqual([])
  })

  it('forgets what was sent, also in the storage', () => {
    const outbox = createOutbox('a1', localStorage)
    outbox.put(entry('a', 1))
    outbox.remove('a')
    expect(outbox.list()).toEqual([])
    expect(localStorage.length).toBe(0)
  })

  it('reads past what is not its own or is broken', () => {
    localStorage.setItem('prosa-webchat:a1:x', '{not json')
    localStorage.setItem('prosa-webchat:a1:y', '{"key":1}')
    localStorage.setItem('theme', 'dark')
    expect(createOutbox('a1', localStorage).list()).toEqual([])
  })

  it('works without a storage, and with a full one', () => {
    const none = createOutbox('a1', null)
    none.put(entry('a', 1))
    expect(none.list()).toHaveLength(1)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const full = createOutbox('a1', localStorage)
    full.put(entry('a', 1))
    expect(full.list()).toHaveLength(1)
  })
})
