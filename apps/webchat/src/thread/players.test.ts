import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMessage, createTestLog } from '../testing/fakes.ts'
import { buildChatItems } from './chat-items.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const playing = new Set<EventTarget>()

/** jsdom cannot play media. */
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    playing.add(this)
    this.dispatchEvent(new Event('play'))
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    playing.delete(this)
  })
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(function paused(this: HTMLMediaElement) {
    return !playing.has(this)
  })
})
afterEach(() => {
  playing.clear()
  vi.restoreAllMocks()
})

const voice = (seq: number, over: object = {}) =>
  createMessage(seq, { type: 'audio', content: '', attachment: { voice: true }, ...over })

const drawn = () => {
  const { root, draw } = createTestLog()
  return { root, draw, players: () => [...root.querySelectorAll('audio')] }
}

describe('MEDIA-11 sounds of the thread', () => {
  it('starting one stops the other', () => {
    const { draw, players } = drawn()
    draw(buildChatItems([voice(1), voice(2)], [], NOW))
    const [first, second] = players()
    void first?.play()
    void second?.play()
    expect(players().map(({ paused }) => paused)).toEqual([true, false])
  })

  it('what plays goes on while its bubble changes; what does not is drawn anew', () => {
    const { root, draw, players } = drawn()
    draw(buildChatItems([voice(1), voice(2)], [], NOW))
    const [first, second] = players()
    void first?.play()
    draw(buildChatItems([voice(1, { reacted: '❤️' }), voice(2, { reacted: '👍' })], [], NOW))
    expect(root.querySelectorAll('.reaction')).toHaveLength(2)
    expect(players()[0]).toBe(first)
    expect(first?.paused).toBe(false)
    expect(players()[1]).not.toBe(second)
  })
})
