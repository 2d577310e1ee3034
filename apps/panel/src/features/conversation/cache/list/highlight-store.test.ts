import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { highlightChangedRow, useRowHighlights } from './highlight-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const before: Conversation = { _id: 'c1', lead_id: 'l1', total_messages: 3, unreadCount: 0 }
const mark = () => useRowHighlights.getState()['c1']

it('LIST-27 LIST-28 a new message flashes 1.2 s and tints 4 s', () => {
  highlightChangedRow(before, { ...before, total_messages: 4 })
  vi.advanceTimersByTime(1_199)
  expect(mark()).toMatchObject({ isFlashing: true, tint: 'long' })
  vi.advanceTimersByTime(1)
  expect(mark()).toMatchObject({ isFlashing: false, tint: 'long' })
  vi.advanceTimersByTime(2_799)
  expect(mark()).toMatchObject({ tint: 'long' })
  vi.advanceTimersByTime(1)
  expect(mark()).toBeUndefined()
})

it('LIST-29 an unread-only change tints 2 s and does not flash', () => {
  highlightChangedRow(before, { ...before, unreadCount: 1 })
  expect(mark()).toMatchObject({ isFlashing: false, tint: 'short' })
  vi.advanceTimersByTime(1_999)
  expect(mark()).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(mark()).toBeUndefined()
})

it('LIST-28 a second change starts the time anew', () => {
  highlightChangedRow(before, { ...before, stage: 'pitch' })
  vi.advanceTimersByTime(3_000)
  highlightChangedRow(before, { ...before, stage: 'fechamento' })
  vi.advanceTimersByTime(3_999)
  expect(mark()).toMatchObject({ tint: 'long', sequence: 2 })
})
