import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useAtBottom } from './use-at-bottom.ts'

/** A box 500 px high with 2,000 px of messages in it. */
const boxOf = () => {
  const box = document.createElement('div')
  Object.defineProperties(box, { clientHeight: { value: 500 }, scrollHeight: { value: 2_000 } })
  return box
}

it.each([
  [0, true],
  [10, true],
  [11, false],
])('CONST-13 a reader %i px above the end is at the end: %s', (above, isAtBottom) => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const current = boxOf()
  const { result } = renderHook(() => useAtBottom({ current }, () => {}))
  act(() => {
    current.dispatchEvent(new Event('wheel'))
    current.scrollTop = 1_500 - above
    current.dispatchEvent(new Event('scroll'))
  })
  expect(result.current.isAtBottom).toBe(isAtBottom)
})
