import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { expect, it } from 'vitest'
import { getHighlightTiming } from './highlight-timing.ts'

const before: Conversation = {
  _id: 'c1',
  lead_id: 'l1',
  total_messages: 3,
  unreadCount: 0,
  stage: 'pitch',
  last_client_message_at: '2026-11-18T12:00:00.000Z',
}

it('LIST-27 a new message flashes 1.2 s, whoever wrote it, and so does a new conversation', () => {
  expect(getHighlightTiming(before, { ...before, total_messages: 4, unreadCount: 1 })?.flashMs).toBe(1_200)
  expect(getHighlightTiming(before, { ...before, last_agent_message_at: '2026-11-18T12:01:00.000Z' })?.flashMs).toBe(1_200)
  expect(getHighlightTiming(undefined, before)?.flashMs).toBe(1_200)
})

it('LIST-28 a recent update highlights 4 s without a flash', () => {
  expect(getHighlightTiming(before, { ...before, stage: 'agendamento' })).toEqual({ flashMs: 0, tintMs: 4_000 })
  expect(getHighlightTiming(before, { ...before, stage: 'agendamento', unreadCount: 2 })).toEqual({ flashMs: 0, tintMs: 4_000 })
})

it('LIST-29 an unread-only change highlights 2 s', () => {
  expect(getHighlightTiming(before, { ...before, unreadCount: 2 })).toEqual({ flashMs: 0, tintMs: 2_000 })
})

it('shows nothing when nothing changed, also when a field came that says nothing', () => {
  expect(getHighlightTiming(before, before)).toBeNull()
  expect(getHighlightTiming(before, { ...before, pause: null })).toBeNull()
})
