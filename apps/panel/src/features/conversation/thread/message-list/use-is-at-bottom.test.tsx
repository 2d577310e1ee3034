import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useIsAtBottom } from './use-is-at-bottom.ts'

let scrollHeight: number
let resize: () => void

beforeEach(() => {
  vi.useFakeTimers()
  scrollHeight = 2_000
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        resize = onResize
      }
      observe() {}
      disconnect() {}
    },
  )
  return () => vi.useRealTimers()
})

/** Renders the hook for a box 500 px high with 2,000 px of messages, scrolled to its end. */
const renderBox = () => {
  const current = document.createElement('div')
  let scrollTop = 1_500
  Object.defineProperties(current, {
    clientHeight: { value: 500 },
    scrollHeight: { get: () => scrollHeight },
    scrollTop: {
      get: () => scrollTop,
      set: (to: number) => {
        scrollTop = Math.min(to, scrollHeight - 500)
      },
    },
  })
  const { result } = renderHook(() => useIsAtBottom({ current }, () => {}))
  const scroll = (to: number) =>
    act(() => {
      current.scrollTop = to
      current.dispatchEvent(new Event('scroll'))
    })
  const touch = () => act(() => void current.dispatchEvent(new Event('pointerdown')))
  return { current, result, scroll, touch }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it.each([
  [0, true],
  [10, true],
  [11, false],
])('CONST-13 a reader %i px above the end is at the end: %s', (above, isAtBottom) => {
  const { current, result, scroll } = renderBox()
  act(() => void current.dispatchEvent(new Event('wheel')))
  scroll(1_500 - above)
  expect(result.current.isAtBottom).toBe(isAtBottom)
})

it('VIEW-16 a position that measured rows set late is no scrolling of the reader', async () => {
  const { current, result, scroll } = renderBox()
  await pass(1_000)
  scrollHeight = 2_400
  act(() => resize())
  await pass(200)
  expect(current.scrollTop).toBe(1_900)
  scroll(1_200)
  expect(current.scrollTop).toBe(1_900)
  expect(result.current.isAtBottom).toBe(true)
})

it('VIEW-16 a scroll without hands, long after the heights changed, is the reader’s: the browser’s search or a screen reader', async () => {
  const { result, scroll } = renderBox()
  await pass(1_000)
  scroll(300)
  expect(result.current.isAtBottom).toBe(false)
})

it('VIEW-16 a message that grows under the reader’s finger is followed as soon as the finger did not scroll', async () => {
  const { current, touch } = renderBox()
  await pass(1_000)
  touch()
  scrollHeight = 2_040
  act(() => resize())
  expect(current.scrollTop).toBe(1_500)
  await pass(400)
  expect(current.scrollTop).toBe(1_540)
})

it('VIEW-16 a jump by code is not taken back', async () => {
  const { current, result, scroll } = renderBox()
  act(() => result.current.pauseFollowing())
  scroll(300)
  scrollHeight = 2_100
  act(() => resize())
  await pass(1_000)
  expect(current.scrollTop).toBe(300)
  expect(result.current.isAtBottom).toBe(false)
})
