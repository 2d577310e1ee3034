import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signInWithExpiry } from '../../testing/session.ts'
import { useSession } from './session.ts'
import { startSessionLifecycle } from './session-lifecycle.ts'

const MINUTE = 60_000
const EXPIRED = 'Sua sessão expirou. Faça login novamente.'
const user = () => useSession.getState().user
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00.000Z') })
  stop = startSessionLifecycle()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

it('SESSION-18 an hour without a touch is not made four by a clock that is set back by three', async () => {
  await signInWithExpiry(900, false)
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  vi.setSystemTime(Date.now() - 180 * MINUTE)
  await vi.advanceTimersByTimeAsync(20 * MINUTE)
  window.dispatchEvent(new Event('pointerdown'))
  await vi.advanceTimersByTimeAsync(59 * MINUTE)
  expect(user()).not.toBeNull()
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(user()).toBeNull()
})

it('SESSION-18 nobody there while the clock is set back: signed out within two hours', async () => {
  await signInWithExpiry(900, false)
  vi.setSystemTime(Date.now() - 180 * MINUTE)
  await vi.advanceTimersByTimeAsync(120 * MINUTE)
  expect(user()).toBeNull()
})

it('SESSION-18 an hour without a touch signs out with the text', async () => {
  await signInWithExpiry(900, false)
  await vi.advanceTimersByTimeAsync(59 * MINUTE)
  window.dispatchEvent(new Event('pointerdown'))
  await vi.advanceTimersByTimeAsync(59 * MINUTE)
  expect(user()).not.toBeNull()
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(user()).toBeNull()
  expect(useSession.getState().error).toBe(EXPIRED)
})

it('SESSION-18 a touch in another tab counts', async () => {
  await signInWithExpiry(900, false)
  await vi.advanceTimersByTimeAsync(50 * MINUTE)
  const timing = JSON.parse(localStorage.getItem('session-timing') ?? '{}')
  localStorage.setItem('session-timing', JSON.stringify({ ...timing, lastActivityAt: Date.now() }))
  await vi.advanceTimersByTimeAsync(30 * MINUTE)
  expect(user()).not.toBeNull()
})

it("SESSION-19 'Manter conectado' never signs out for idleness", async () => {
  await signInWithExpiry(900, true)
  await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE)
  expect(user()).not.toBeNull()
})
