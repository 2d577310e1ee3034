import type { ComposerLock } from '@prosa/contract/rules/conversations/composer-lock'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setSignedInUser } from '../../../../testing/session.ts'
import { useOutbox } from '../../outbox/outbox-store.ts'
import { Composer } from './composer.tsx'

const CLOSED = { reason: 'window-closed', openUntil: new Date(2026, 10, 20, 9) } as const
const onSend = vi.fn(() => true)
const ref = createRef<{ focus: () => void }>()
const composer = (lock: ComposerLock = null, conversationId = 'c1') => (
  <Composer
    key={conversationId}
    ref={ref}
    leadId="l1"
    conversationId={conversationId}
    lock={lock}
    recoveryAction={lock && <button type="button">Reabrir com modelo</button>}
    renderTools={() => null}
    onSend={onSend}
  />
)
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' })
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar' })

beforeEach(() => {
  useOutbox.setState(useOutbox.getInitialState(), true)
  setSignedInUser({ name: 'Ana Souza' })
  onSend.mockClear()
})

it.each([
  ['while it composes', { isComposing: true }],
  ['that ends a composition in Safari', { keyCode: 229 }],
])('Enter %s belongs to the input method', (_when, init) => {
  render(composer())
  fireEvent.change(box(), { target: { value: 'にほん' } })
  expect(fireEvent.keyDown(box(), { key: 'Enter', ...init })).toBe(true)
  expect(onSend).not.toHaveBeenCalled()
})

describe('a long text', () => {
  const paste = (length: number) => fireEvent.change(box(), { target: { value: 'a'.repeat(length) } })

  it('is kept whole, is counted near the limit, and cannot be sent beyond it', async () => {
    render(composer())
    paste(3_895)
    expect(box().getAttribute('aria-describedby')).toBe('composer-length')
    expect(document.querySelector('#composer-length')?.textContent).toBe('')
    paste(3_896)
    expect(await screen.findByText('Restam 200 caracteres')).toBeDefined()
    paste(4_095)
    expect(screen.getByText('Resta 1 caractere')).toBeDefined()
    expect(send().disabled).toBe(false)
    paste(4_116)
    expect(box().value).toHaveLength(4_116)
    expect(screen.getByText('Encurte 20 caracteres para enviar: o limite é 4.096 caracteres.')).toBeDefined()
    expect(screen.getByText('Mensagem longa demais para enviar').getAttribute('role')).toBe('status')
    expect(send().disabled).toBe(true)
    await userEvent.type(box(), '{Enter}')
    expect(onSend).not.toHaveBeenCalled()
  })

  it('MSG-01 counts what is sent: the spaces around it are not', () => {
    render(composer())
    fireEvent.change(box(), { target: { value: `${'a'.repeat(4_096)}   \n` } })
    expect(send().disabled).toBe(false)
  })
})

describe('the keyboard', () => {
  it("a press on 'Enviar' leaves it in the box", async () => {
    render(composer())
    await userEvent.type(box(), 'Oi')
    await userEvent.click(send())
    expect(onSend).toHaveBeenCalledWith('Oi')
    expect(document.activeElement).toBe(box())
  })

  it('goes to the way out where nothing can be written', async () => {
    render(composer(CLOSED))
    await screen.findByRole('button', { name: 'Reabrir com modelo' })
    ref.current?.focus()
    expect(document.activeElement?.textContent).toBe('Reabrir com modelo')
  })
})

it('VIEW-34 a screen reader hears that it shuts, and that it opens', async () => {
  const { rerender } = render(composer(CLOSED))
  expect(await screen.findByText('Envio fechado: a janela terminou.')).toBeDefined()
  rerender(composer())
  expect(await screen.findByText('Envio aberto: já se pode escrever.')).toBeDefined()
})

it('VIEW-29 a draft comes back where it was written, and nowhere else', async () => {
  const { unmount } = render(composer())
  await userEvent.type(box(), 'Bom di')
  unmount()
  const again = render(composer())
  expect(box().value).toBe('Bom di')
  again.rerender(composer(null, 'c2'))
  expect(box().value).toBe('')
  again.rerender(composer())
  expect(box().value).toBe('')
})
