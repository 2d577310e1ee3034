import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SplitPanes } from './split-panes.tsx'

const show = () =>
  render(<SplitPanes shape="split" id="chat-page" label="Largura da lista" start="lista" end="conversa" initial={30} />)
const line = () => screen.getByRole('separator', { name: 'Largura da lista' })
const width = () => line().parentElement?.style.getPropertyValue('--start')

beforeEach(() => {
  // jsdom has no layout and no pointer capture.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1_000, 500))
  HTMLElement.prototype.setPointerCapture = () => {}
})

describe('SplitPanes', () => {
  it('CHAT-02 starts at 30 percent', () => {
    show()
    expect(width()).toBe('30%')
    expect(line().getAttribute('aria-valuenow')).toBe('30')
  })

  it('CHAT-02 is dragged, and keeps the width under its id', () => {
    const { unmount } = show()
    fireEvent.pointerDown(line(), { pointerId: 1, clientX: 300 })
    fireEvent.pointerMove(line(), { pointerId: 1, clientX: 412 })
    expect(width()).toBe('41.2%')
    fireEvent.pointerUp(line(), { pointerId: 1 })
    expect(localStorage.getItem('layout:chat-page')).toBe('41.2')
    unmount()
    show()
    expect(width()).toBe('41.2%')
  })

  it('does not move while no button is held, nor past its limits', () => {
    show()
    fireEvent.pointerMove(line(), { pointerId: 1, clientX: 412 })
    expect(width()).toBe('30%')
    fireEvent.pointerDown(line(), { pointerId: 1, clientX: 300 })
    fireEvent.pointerMove(line(), { pointerId: 1, clientX: 900 })
    fireEvent.pointerUp(line(), { pointerId: 1 })
    expect(width()).toBe('50%')
  })

  it('moves by keys, and a double click puts it back', async () => {
    show()
    line().focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
    expect(width()).toBe('32%')
    await userEvent.keyboard('{Home}')
    expect(width()).toBe('20%')
    await userEvent.dblClick(line())
    expect(width()).toBe('30%')
  })
})
