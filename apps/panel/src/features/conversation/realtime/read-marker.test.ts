import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReadMarker } from './read-marker.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const open = { unreadCount: 2, isAtBottom: true, isVisible: true, isFocused: true }
const setUp = (start = open) => {
  const state = { ...start }
  const mark = vi.fn()
  return { state, mark, marker: createReadMarker({ getSituation: () => state, markRead: mark }) }
}

it('VIEW-30 opening marks at once when the page is seen', () => {
  const { mark, marker } = setUp()
  marker.schedule('open')
  expect(mark).toHaveBeenCalledTimes(1)
})

it('VIEW-30 in a hidden or unfocused page it waits until the page is seen', () => {
  const { state, mark, marker } = setUp({ ...open, isVisible: false, isFocused: false })
  marker.schedule('open')
  vi.advanceTimersByTime(60_000)
  expect(mark).not.toHaveBeenCalled()
  Object.assign(state, { isVisible: true, isFocused: true })
  marker.schedule('seen')
  expect(mark).toHaveBeenCalledTimes(1)
})

it.each([{ unreadCount: 0 }, { isAtBottom: false }, { isVisible: false }, { isFocused: false }])(
  'VIEW-31 does not mark with %o',
  (missing) => {
    const { mark, marker } = setUp({ ...open, ...missing })
    for (const reason of ['open', 'seen', 'scroll', 'newMessage', 'afterSend'] as const) {
      marker.schedule(reason)
      vi.advanceTimersByTime(5_000)
    }
    expect(mark).not.toHaveBeenCalled()
  },
)

it.each([
  ['scroll', 1_000],
  ['newMessage', 500],
  ['afterSend', 200],
] as const)('CONST-14 waits after %s for %i ms, from the last one', (reason, ms) => {
  const { mark, marker } = setUp()
  marker.schedule(reason)
  vi.advanceTimersByTime(ms - 1)
  marker.schedule(reason)
  vi.advanceTimersByTime(ms - 1)
  expect(mark).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(mark).toHaveBeenCalledTimes(1)
})

it('VIEW-31 CONST-15 leaves at least 2 s between marks, and then does not forget', () => {
  const { mark, marker } = setUp()
  marker.schedule('open')
  vi.advanceTimersByTime(100)
  marker.schedule('newMessage')
  vi.advanceTimersByTime(1_899)
  expect(mark).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(mark).toHaveBeenCalledTimes(2)
})

it('VIEW-31 marks 2 s after the last mark also when the computer’s clock is set back by hours', () => {
  const { mark, marker } = setUp()
  marker.schedule('open')
  vi.setSystemTime(Date.now() - 3 * 3_600_000)
  marker.schedule('newMessage')
  vi.advanceTimersByTime(2_000)
  expect(mark).toHaveBeenCalledTimes(2)
})

it('VIEW-31 looks at the conditions when the wait is over, not when it began', () => {
  const { state, mark, marker } = setUp()
  marker.schedule('scroll')
  state.isAtBottom = false
  vi.advanceTimersByTime(2_000)
  expect(mark).not.toHaveBeenCalled()
})

it('VIEW-29 another conversation starts with fresh timers', () => {
  const { mark, marker } = setUp()
  marker.schedule('scroll')
  marker.reset()
  vi.advanceTimersByTime(5_000)
  expect(mark).not.toHaveBeenCalled()
  marker.schedule('open')
  marker.reset()
  marker.schedule('open')
  expect(mark).toHaveBeenCalledTimes(2)
})
