import { expect, it } from 'vitest'
import { countUnreadConversations, toUnreadCounts, updateUnreadCounts } from './unread-counts.ts'

const message = (role: 'humano' | 'AI') => ({ messageId: 'm-1', role, timestamp: '2026-11-20T12:00:00.000Z' })
const event = (change: Partial<Parameters<typeof updateUnreadCounts>[1]>) => ({ leadId: 'l', conversationId: 'c', ...change })

it('a new message of a lead counts, one of ours does not', () => {
  expect(updateUnreadCounts({}, event({ newMessage: message('humano') }))).toEqual({ c: 1 })
  expect(updateUnreadCounts({ c: 2 }, event({ newMessage: message('humano') }))).toEqual({ c: 3 })
  expect(updateUnreadCounts({ c: 2 }, event({ newMessage: message('AI') }))).toEqual({ c: 2 })
})

it('what the reader has read, here or elsewhere, does not', () => {
  expect(updateUnreadCounts({ c: 2, d: 1 }, event({ unreadCount: 0 }))).toEqual({ d: 1 })
  expect(updateUnreadCounts({ d: 1 }, event({ unreadCount: 4 }))).toEqual({ c: 4, d: 1 })
  expect(updateUnreadCounts({ c: 2 }, event({ archive: true }))).toEqual({})
})

it('an event that changes nothing leaves the very same counts', () => {
  const held = { c: 1 }
  expect(updateUnreadCounts(held, event({ stage: 'pitch' }))).toBe(held)
  expect(updateUnreadCounts(held, { leadId: 'l', newMessage: message('humano') })).toBe(held)
})

it('counts conversations, not messages', () => {
  const counts = [
    { conversationId: 'a', unreadCount: 7 },
    { conversationId: 'b', unreadCount: 0 },
    { conversationId: 'c', unreadCount: 1 },
  ]
  expect(countUnreadConversations(toUnreadCounts(counts))).toBe(2)
})
