import { expect, it } from 'vitest'
import { getComposerLock } from './composer-lock.ts'

const MINUTE = 60_000
const spoken = new Date('2026-11-20T12:00:00.000Z')
const lockAfter = (minutes: number) =>
  getComposerLock({ hasMessages: true, lastLeadMessageAt: spoken }, spoken.getTime() + minutes * MINUTE)

it('VIEW-32 is locked when there is history without a message of the lead, and open when there is no history', () => {
  expect(getComposerLock({ hasMessages: true, lastLeadMessageAt: null }, spoken.getTime())).toEqual({ reason: 'no-lead-message' })
  expect(getComposerLock({ hasMessages: false, lastLeadMessageAt: null }, spoken.getTime())).toBeNull()
})

it('VIEW-33 is open 23 h 59 min after the newest message of the lead and locked at 24 h 00', () => {
  expect(lockAfter(23 * 60 + 59)).toBeNull()
  expect(lockAfter(24 * 60)).toEqual({ reason: 'window-closed', openUntil: new Date('2026-11-21T12:00:00.000Z') })
  expect(lockAfter(90 * 24 * 60)).toMatchObject({ reason: 'window-closed' })
})

it('is open for a message that seems to come from the future', () => {
  expect(lockAfter(-5)).toBeNull()
})

it('WIRE-26 follows what the provider says of its channel, where it says anything', () => {
  const history = { hasMessages: true, lastLeadMessageAt: spoken }
  const closesAt = '2026-11-20T13:00:00.000Z'
  expect(getComposerLock({ ...history, closesAt }, spoken.getTime() + 59 * MINUTE)).toBeNull()
  const closed = { reason: 'window-closed', openUntil: new Date(closesAt) }
  expect(getComposerLock({ ...history, closesAt }, spoken.getTime() + 60 * MINUTE)).toEqual(closed)
  expect(getComposerLock({ ...history, closesAt: null }, spoken.getTime())).toEqual({ reason: 'no-lead-message' })
  expect(getComposerLock({ hasMessages: true, lastLeadMessageAt: null, closesAt }, spoken.getTime())).toBeNull()
})
