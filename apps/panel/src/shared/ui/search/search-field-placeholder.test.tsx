import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { consumeTypedText, SearchFieldPlaceholder } from './search-field-placeholder.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const typeAndLeave = async () => {
  const { unmount } = render(<SearchFieldPlaceholder label="Buscar" onEscape={() => {}} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Buscar' }), 'joão')
  vi.useFakeTimers({ toFake: ['performance'] })
  unmount()
}

it('hands what was typed on to the field that takes its place, once', async () => {
  await typeAndLeave()
  expect(consumeTypedText()).toBe('joão')
  expect(consumeTypedText()).toBe('')
})

it('keeps nothing for a layer that is opened later', async () => {
  await typeAndLeave()
  vi.advanceTimersByTime(1_000)
  render(<SearchFieldPlaceholder label="Filtrar" onEscape={() => {}} />)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Filtrar' }).value).toBe('')
})
