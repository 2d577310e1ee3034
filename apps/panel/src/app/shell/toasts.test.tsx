import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notify, useNotifications } from '../../shared/notifications/notifications.ts'
import { Toasts } from './toasts.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const say = (...messages: string[]) =>
  act(() => {
    for (const message of messages) notify.info({ message })
  })
const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const shown = () => screen.queryAllByRole('status').map((toast) => toast.querySelector('p + p')?.textContent)

describe('the toast stack', () => {
  it('LAYOUT-15 shows the newest three of the five kept', () => {
    render(<Toasts />)
    say('1', '2', '3', '4', '5', '6')
    expect(shown()).toEqual(['6', '5', '4'])
    expect(useNotifications.getState().notifications).toHaveLength(5)
  })

  it('G36 the clock of a hidden one starts when it is shown', () => {
    render(<Toasts />)
    say('1', '2', '3', '4')
    wait(4_999)
    expect(shown()).toEqual(['4', '3', '2'])
    wait(1)
    expect(shown()).toEqual(['1'])
    wait(4_999)
    expect(shown()).toEqual(['1'])
    wait(1)
    expect(shown()).toEqual([])
  })

  it('G36 a pointer or the focus on it holds the clock', () => {
    render(<Toasts />)
    say('a')
    const toast = screen.getByRole('status')
    fireEvent.pointerEnter(toast)
    wait(60_000)
    expect(shown()).toEqual(['a'])
    fireEvent.pointerLeave(toast)
    wait(5_000)
    expect(shown()).toEqual([])
  })

  it('breaks no phone number over two lines', () => {
    render(<Toasts />)
    act(() => void notify.success({ title: 'Número +55 11 4000-1234 ligado.' }))
    expect(screen.getByText('+55 11 4000-1234').className).toContain('whitespace-nowrap')
    expect(screen.getByRole('status').textContent).toBe('Número +55 11 4000-1234 ligado.')
  })

  it('NOTIF-02 NOTIF-08 is dismissed by its button, and runs its action', () => {
    render(<Toasts />)
    const run = vi.fn()
    act(() => void notify.error({ message: 'Falhou', code: 'SERVER_ERROR', action: { label: 'Tentar de novo', run } }))
    expect(screen.getByRole('alert').textContent).toContain('SERVER_ERROR')
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(run).toHaveBeenCalledOnce()
    say('b')
    fireEvent.click(screen.getByRole('button', { name: 'Fechar notificação' }))
    expect(shown()).toEqual([])
  })

  it('LAYOUT-14 stands at the top right, 24rem wide', () => {
    render(<Toasts />)
    const region = screen.getByRole('region', { name: 'Notificações' })
    expect(region.className).toMatch(/\bfixed\b/)
    expect(region.className).toContain('right-4')
    expect(region.className).toContain('sm:w-96')
  })
})
