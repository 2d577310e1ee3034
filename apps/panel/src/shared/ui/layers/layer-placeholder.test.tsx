import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { LayerPlaceholder } from './layer-placeholder.tsx'

const onLeave = vi.fn()

/** Renders a page with a requested layer whose code is still loading. */
const waiting = ({ byOpener }: { byOpener: boolean }) => {
  onLeave.mockClear()
  const page = (opener?: Element) => (
    <>
      <button type="button">Abrir</button>
      <input aria-label="Mensagem" />
      {opener !== undefined && (
        <LayerPlaceholder {...(byOpener && { opener })} onDismiss={onLeave}>
          <input aria-label="Filtrar" />
        </LayerPlaceholder>
      )}
    </>
  )
  const { rerender } = render(page())
  rerender(page(screen.getByRole('button')))
  return {
    opener: screen.getByRole('button'),
    field: screen.getByLabelText('Filtrar'),
    elsewhere: screen.getByLabelText('Mensagem'),
  }
}

it('ERR-10 a menu that has not come is given up by a press, by the focus and by Escape elsewhere', () => {
  const { elsewhere } = waiting({ byOpener: true })
  fireEvent.pointerDown(elsewhere)
  fireEvent.focusIn(elsewhere)
  fireEvent.keyDown(elsewhere, { key: 'Escape' })
  expect(onLeave).toHaveBeenCalledTimes(3)
})

it('and waited for by who stays at its opener, types into its field, or comes back from another window to it', () => {
  const { opener, field } = waiting({ byOpener: true })
  fireEvent.pointerDown(opener)
  fireEvent.focusIn(opener)
  fireEvent.keyDown(opener, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'n' })
  fireEvent.focusIn(field)
  expect(onLeave).not.toHaveBeenCalled()
})

it('ERR-10 a dialog that has not come is given up by any press or key, and not by the focus that its menu gives back', () => {
  const { opener } = waiting({ byOpener: false })
  fireEvent.focusIn(opener)
  expect(onLeave).not.toHaveBeenCalled()
  fireEvent.keyDown(opener, { key: 'a' })
  fireEvent.pointerDown(opener)
  expect(onLeave).toHaveBeenCalledTimes(2)
})
