import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { latePart } from './late-part.tsx'

const aPart = () => {
  const load = vi.fn(async () => ({ default: ({ name }: { name: string }) => <p>Oi, {name}</p> }))
  const [Part, prepare] = latePart(load)
  return { load, Part, prepare }
}
const show = (part: ReturnType<typeof aPart>) =>
  render(
    <Suspense fallback="um instante">
      <part.Part name="Ana" />
    </Suspense>,
  )

it('is fetched when it is first shown, and waited for', async () => {
  const part = aPart()
  expect(part.load).not.toHaveBeenCalled()
  show(part)
  expect(screen.getByText('um instante')).toBeTruthy()
  expect(await screen.findByText('Oi, Ana')).toBeTruthy()
})

it('stands at once when its code was fetched ahead', async () => {
  const part = aPart()
  await act(async () => part.prepare())
  show(part)
  expect(screen.getByText('Oi, Ana')).toBeTruthy()
})

it('keeps its state when its code comes', async () => {
  const part = aPart()
  const { rerender, container } = show(part)
  const first = await screen.findByText('Oi, Ana')
  rerender(
    <Suspense fallback="um instante">
      <part.Part name="Bia" />
    </Suspense>,
  )
  expect(container.firstChild).toBe(first)
  expect(first.textContent).toBe('Oi, Bia')
})
