import type { WebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiResult } from '../connection/api.ts'
import { createFakeTimers, createMessage, flushPromises } from '../testing/fakes.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createSender } from './sender.ts'

type Answer = ApiResult<{ message: WebchatMessage }>
const failed = (failure: 'offline' | 'busy' | 'gone' | 'refused', retryAfterMs: number | null = null): Answer => ({
  ok: false,
  failure,
  retryAfterMs,
})

const setUp = (answers: Answer[]) => {
  const outbox: Outbox = createOutbox('a1', localStorage)
  const timers = createFakeTimers()
  const tried: string[] = []
  const sent: WebchatMessage[] = []
  const connection: (string | null)[] = []
  const sender = createSender({
    outbox,
    schedule: timers.schedule,
    send: async ({ key }) => {
      tried.push(key)
      return (
        answers.shift() ?? {
          ok: true,
          data: { message: createMessage(tried.length, { role: 'humano', client_message_id: key }) },
        }
      )
    },
    onSent: (stored) => sent.push(stored),
    onStateChange: (state) => connection.push(state),
  })
  const write = (...keys: string[]) => keys.forEach((key, at) => outbox.put({ key, content: key, at, status: 'waiting' }))
  return { outbox, timers, tried, sent, connection, sender, write }
}

describe('the sender', () => {
  beforeEach(() => localStorage.clear())

  it('sends one at a time, in order, and forgets what was taken', async () => {
    const { sender, write, tried, sent, outbox } = setUp([])
    write('a', 'b', 'c')
    sender.sendPending()
    sender.sendPending()
    await flushPromises()
    expect(tried).toEqual(['a', 'b', 'c'])
    expect(sent.map(({ client_message_id }) => client_message_id)).toEqual(['a', 'b', 'c'])
    expect(outbox.list()).toEqual([])
  })

  it('tries again with the same key, ever more slowly, and lets nothing overtake', async () => {
    const { sender, write, tried, timers, outbox, connection } = setUp([failed('offline'), failed('busy'), failed('offline')])
    write('a', 'b')
    sender.sendPending()
    await flushPromises()
    const delays = [timers.delays()[0]]
    timers.runDue()
    await flushPromises()
    delays.push(timers.delays()[0])
    timers.runDue()
    await flushPromises()
    delays.push(timers.delays()[0])
    expect(delays).toEqual([1_000, 2_000, 4_000])
    expect(tried).toEqual(['a', 'a', 'a'])
    expect(connection).toEqual(['lost', 'lost', 'lost'])
    timers.runDue()
    await flushPromises()
    expect(tried).toEqual(['a', 'a', 'a', 'a', 'b'])
    expect(outbox.list()).toEqual([])
  })

  it('waits as long as the server asks, says that it is a queue and no lost connection, and sends by itself', async () => {
    const { sender, write, timers, tried, connection } = setUp([failed('busy', 42_000)])
    write('a')
    sender.sendPending()
    await flushPromises()
    expect(timers.delays()).toEqual([42_000])
    expect(connection).toEqual(['queue'])
    timers.runDue()
    await flushPromises()
    expect(tried).toEqual(['a', 'a'])
    expect(connection.at(-1)).toBe('fine')
  })

  it('does not wait when the network is back', async () => {
    const { sender, write, tried, timers } = setUp([failed('offline')])
    write('a')
    sender.sendPending()
    await flushPromises()
    sender.sendPending()
    await flushPromises()
    expect(tried).toEqual(['a', 'a'])
    expect(timers.delays()).toEqual([])
  })

  it('keeps what is refused for the lead to decide, and goes on with the next', async () => {
    const { sender, write, tried, outbox } = setUp([failed('refused')])
    write('a', 'b')
    sender.sendPending()
    await flushPromises()
    expect(tried).toEqual(['a', 'b'])
    expect(outbox.list().map(({ key, status }) => [key, status])).toEqual([['a', 'refused']])
    expect(createOutbox('a1', localStorage).list()[0]?.status).toBe('refused')
  })

  it('MEDIA-20 says why a file was refused, lets the next go, and leaves alone what was called off meanwhile', async () => {
    const words = 'O arquivo está vazio.'
    const { sender, write, tried, outbox } = setUp([{ ...failed('refused'), message: words } as Answer])
    write('a', 'b')
    sender.sendPending()
    await flushPromises()
    expect(outbox.list()).toMatchObject([{ key: 'a', status: 'refused', reason: words }])
    expect(tried).toEqual(['a', 'b'])
    const cut = setUp([failed('offline')])
    cut.write('c')
    cut.sender.sendPending()
    cut.outbox.remove('c')
    await flushPromises()
    expect(cut.outbox.list()).toMatchObject([{ key: 'a' }])
    expect(cut.timers.delays()).toEqual([])
  })
})
