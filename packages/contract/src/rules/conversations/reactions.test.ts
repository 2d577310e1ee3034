import { describe, expect, it } from 'vitest'
import { canReactTo, isEmoji, REACTION_MAX_AGE_MS } from './reactions.ts'

describe('reactions', () => {
  it.each(['👍', '❤️', '👍🏽', '👩‍👩‍👧', '🇧🇷', '1️⃣'])('%s is one emoji', (emoji) => expect(isEmoji(emoji)).toBe(true))
  it.each(['', 'a', 'ok', '👍👍', '👍!', '1', '<b>'])('%j is none', (text) => expect(isEmoji(text)).toBe(false))

  it('MEDIA-17 is not offered to what is older than 30 days, was taken back, or is no message of anybody', () => {
    const now = Date.parse('2026-11-24T12:00:00Z')
    const old = new Date(now - REACTION_MAX_AGE_MS).toISOString()
    const young = new Date(now - REACTION_MAX_AGE_MS + 1).toISOString()
    expect(canReactTo({ type: 'text', timestamp: young }, now)).toBe(true)
    expect(canReactTo({ type: 'text', timestamp: old }, now)).toBe(false)
    expect(canReactTo({ type: 'text', timestamp: young, revoked_at: young }, now)).toBe(false)
    expect(canReactTo({ type: 'reaction', timestamp: young }, now)).toBe(false)
  })

  it('MEDIA-17 is not offered to what was said before the number came here: the server has no place for one', () => {
    const now = Date.parse('2026-11-24T12:00:00Z')
    const timestamp = new Date(now - 60_000).toISOString()
    expect(canReactTo({ type: 'text', timestamp, source: 'history' }, now)).toBe(false)
    expect(canReactTo({ type: 'text', timestamp, source: 'phone' }, now)).toBe(true)
  })
})
