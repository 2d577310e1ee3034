import { describe, expect, it } from 'vitest'
import { createFakeTimers, createMessage } from '../testing/fakes.ts'
import { createTypingTracker } from '../thread/typing-tracker.ts'
import { createChatEventStream } from './chat-event-stream.ts'

class FakeSource extends EventTarget {
  readyState = 0
  closed = false
  close(): void {
    this.closed = true
    this.readyState = 2
  }
  hear(type: string, data: string): void {
    this.dispatchEvent(new MessageEvent(type, { data }))
  }
}

const setUp = () => {
  const timers = createFakeTimers()
  const sources: FakeSource[] = []
  const addresses: string[] = []
  const heard: unknown[] = []
  let known = 4
  const stream = createChatEventStream({
    getUrl: () => `/events?afterSeq=${known}`,
    connect: (address) => {
      addresses.push(address)
      const source = new FakeSource()
      sources.push(source)
      return source as unknown as EventSource
    },
    schedule: timers.schedule,
    onMessage: (stored) => heard.push(stored),
    onMessageChanged: (stored) => heard.push({ changed: stored.message_id }),
    onTyping: (isTyping, name) => heard.push([isTyping, name]),
    onStateChange: (state) => heard.push(state),
  })
  return { stream, timers, sources, addresses, heard, know: (seq: number) => (known = seq) }
}

describe('the event stream', () => {
  it('hears messages and typing of the contract, and nothing else', () => {
    const { stream, sources, heard } = setUp()
    stream.ensureOpen()
    stream.ensureOpen()
    expect(sources).toHaveLength(1)
    const [source] = sources
    source?.dispatchEvent(new Event('open'))
    source?.hear('message', JSON.stringify(createMessage(5)))
    source?.hear('typing', '{"isTyping":true,"name":"Clara"}')
    source?.hear('message', 'not json')
    source?.hear('message', '{"seq":1}')
    source?.hear('typing', '{}')
    expect(heard).toEqual(['open', createMessage(5), [true, 'Clara']])
  })

  it('leaves a short cut to the browser, and starts anew after a refusal, from what is known by then', () => {
    const { stream, sources, heard, timers, addresses, know } = setUp()
    stream.ensureOpen()
    const [source] = sources
    source?.dispatchEvent(new Event('error'))
    expect(timers.delays()).toEqual([])
    if (source) source.readyState = 2
    source?.dispatchEvent(new Event('error'))
    source?.dispatchEvent(new Event('error'))
    expect(timers.delays()).toHaveLength(1)
    know(9)
    timers.runDue()
    expect(addresses).toEqual(['/events?afterSeq=4', '/events?afterSeq=9'])
    expect(heard).toEqual(['lost', 'lost', 'lost'])
  })

  it('wakes a dead connection at once, and leaves a living one alone', () => {
    const { stream, sources } = setUp()
    stream.ensureOpen()
    stream.ensureOpen()
    if (sources[0]) sources[0].readyState = 2
    stream.ensureOpen()
    expect(sources).toHaveLength(2)
  })
})

describe('typing', () => {
  it('shows until the stop, the message, or fifteen silent seconds', () => {
    const timers = createFakeTimers()
    const shown: (string | null)[] = []
    const typing = createTypingTracker({ onTextChange: (text) => shown.push(text), schedule: timers.schedule })
    typing.handleTyping(true, 'Clara')
    typing.handleTyping(true, 'Clara')
    expect(timers.delays()).toEqual([15_000])
    timers.runDue()
    typing.handleTyping(true, 'Clara')
    typing.handleTyping(false, 'Clara')
    typing.handleTyping(true, 'Clara')
    typing.clearAll()
    const on = 'Clara está digitando…'
    expect(shown).toEqual([on, on, null, on, null, on, null])
    expect(timers.delays()).toEqual([])
  })

  it('of a person beside the agent’s is named too, and each ends by itself', () => {
    const timers = createFakeTimers()
    const shown: (string | null)[] = []
    const typing = createTypingTracker({ onTextChange: (text) => shown.push(text), schedule: timers.schedule })
    typing.handleTyping(true, 'Clara')
    typing.handleTyping(true, 'Ana')
    typing.handleTyping(false, 'Clara')
    timers.runDue()
    expect(shown).toEqual(['Clara está digitando…', 'Clara e Ana estão digitando…', 'Ana está digitando…', null])
  })

  it('ends with one’s own message: the agent’s answer does not hide that a person writes', () => {
    const shown: (string | null)[] = []
    const typing = createTypingTracker({ onTextChange: (text) => shown.push(text), schedule: createFakeTimers().schedule })
    typing.handleTyping(true, 'Clara')
    typing.handleTyping(true, 'Ana')
    typing.clearNames([])
    typing.clearNames(['Clara'])
    typing.clearNames(['Ana'])
    expect(shown).toEqual(['Clara está digitando…', 'Clara e Ana estão digitando…', 'Ana está digitando…', null])
  })
})
