import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { AlertDialog } from '../dialogs/alert-dialog.tsx'
import { ContextMenu } from '../menus/context-menu.tsx'
import { Menu, MenuItem } from '../menus/menu.tsx'
import { Popover } from './popover.tsx'
import { Tooltip } from './tooltip.tsx'

describe('Menu', () => {
  const show = (onClick = vi.fn()) => {
    render(
      <Menu trigger={<button type="button">Mais ações</button>}>
        <MenuItem onClick={onClick}>Arquivar</MenuItem>
        <MenuItem>Mudar</MenuItem>
      </Menu>,
    )
    return { onClick, opener: screen.getByRole('button', { name: 'Mais ações' }) }
  }

  it('opens on a press, runs an item and gives the focus back', async () => {
    const { onClick, opener } = show()
    expect(opener.getAttribute('aria-haspopup')).toBe('menu')
    await userEvent.click(opener)
    expect(opener.getAttribute('aria-expanded')).toBe('true')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Arquivar' }))
    expect(onClick).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(opener)
  })

  it('opened by a key stands on its first item, and Escape closes it', async () => {
    const { opener } = show()
    opener.focus()
    await userEvent.keyboard('{ArrowDown}')
    const first = await screen.findByRole('menuitem', { name: 'Arquivar' })
    await waitFor(() => expect(document.activeElement).toBe(first))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('a second press closes it', async () => {
    const { opener } = show()
    await userEvent.click(opener)
    await screen.findByRole('menu')
    await userEvent.click(opener)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })
})

describe('ContextMenu', () => {
  it('opens where it is pressed and returns the focus to what was pressed', async () => {
    render(
      <ContextMenu
        trigger={
          <div>
            <a href="#a">Marina</a>
          </div>
        }
      >
        <MenuItem>Abrir</MenuItem>
      </ContextMenu>,
    )
    const row = screen.getByRole('link', { name: 'Marina' })
    row.focus()
    fireEvent.contextMenu(row, { clientX: 20, clientY: 30 })
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Abrir' }))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(row)
  })

  it('opens on a long press of a finger that stays', async () => {
    vi.useFakeTimers()
    render(
      <ContextMenu trigger={<div>linha</div>}>
        <MenuItem>Abrir</MenuItem>
      </ContextMenu>,
    )
    const row = screen.getByText('linha')
    fireEvent.pointerDown(row, { pointerType: 'touch', clientX: 10, clientY: 10 })
    fireEvent.pointerMove(row, { pointerType: 'touch', clientX: 10, clientY: 40 })
    await act(() => vi.advanceTimersByTimeAsync(600))
    expect(screen.queryByRole('menu')).toBeNull()
    fireEvent.pointerDown(row, { pointerType: 'touch', clientX: 10, clientY: 10 })
    await act(() => vi.advanceTimersByTimeAsync(500))
    vi.useRealTimers()
    expect(await screen.findByRole('menuitem', { name: 'Abrir' })).toBeTruthy()
  })

  it('lifting the finger after a long press clicks nothing; the next press does', async () => {
    vi.useFakeTimers()
    const [onClick, onItem] = [vi.fn(), vi.fn()]
    render(
      <ContextMenu
        trigger={
          <button type="button" onClick={onClick}>
            linha
          </button>
        }
      >
        <MenuItem onClick={onItem}>Abrir</MenuItem>
      </ContextMenu>,
    )
    const row = screen.getByText('linha')
    fireEvent.pointerDown(row, { pointerType: 'touch', clientX: 10, clientY: 10 })
    await act(() => vi.advanceTimersByTimeAsync(500))
    vi.useRealTimers()
    fireEvent.pointerUp(row, { pointerType: 'touch' })
    expect(fireEvent.click(row)).toBe(false)
    expect(onClick).not.toHaveBeenCalled()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Abrir' }))
    expect(onItem).toHaveBeenCalledOnce()
  })
})

describe('Tooltip', () => {
  it('LIST-16 opens after 300 ms, for the part of a list that is pointed at', async () => {
    vi.useFakeTimers()
    render(
      <Tooltip
        targetSelector="[data-row]"
        content={(part) => `Sobre ${part.textContent}`}
        trigger={
          <ul>
            <li data-row="1">Marina</li>
            <li data-row="2">João</li>
          </ul>
        }
      />,
    )
    fireEvent.pointerOver(screen.getByText('João'), { pointerType: 'mouse' })
    await act(() => vi.advanceTimersByTimeAsync(299))
    expect(screen.queryByText('Sobre João')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    expect(await screen.findByText('Sobre João')).toBeTruthy()
    fireEvent.pointerLeave(screen.getByRole('list'))
    await waitFor(() => expect(screen.queryByText('Sobre João')).toBeNull())
  })
})

describe('Popover', () => {
  it('opens, and closes by its own content', async () => {
    render(
      <Popover trigger={<button type="button">Filtrar</button>}>
        {(close) => (
          <button type="button" onClick={close}>
            Feito
          </button>
        )}
      </Popover>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Feito' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Feito' })).toBeNull())
  })
})

describe('AlertDialog', () => {
  it('asks, and does nothing when cancelled', async () => {
    const [onConfirm, onOpenChange] = [vi.fn(), vi.fn()]
    render(<AlertDialog open title="Encerrar?" confirmLabel="Encerrar" onConfirm={onConfirm} onOpenChange={onOpenChange} />)
    expect(await screen.findByRole('alertdialog', { name: 'Encerrar?' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    expect(onOpenChange.mock.calls[0]?.[0]).toBe(false)
    expect(onConfirm).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Encerrar' }))
    expect(onConfirm).toHaveBeenCalledOnce()
  })
})
