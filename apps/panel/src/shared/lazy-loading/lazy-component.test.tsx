import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { lazyComponent, preloadLazyComponents } from './lazy-component.tsx'

const aPart = () => {
  const load = vi.fn(async () => ({ default: ({ name }: { name: string }) => <p>Oi, {name}</p> }))
  const [Part, prepare] = lazyComponent(load)
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

it('is fetched once, however often it is reached for', async () => {
  const part = aPart()
  part.prepare()
  part.prepare()
  show(part)
  await screen.findByText('Oi, Ana')
  expect(part.load).toHaveBeenCalledTimes(1)
})

it("ERR-10 stands in nobody's way when its code does not come, and comes when it can be fetched", async () => {
  const part = aPart()
  part.load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  show(part)
  await act(async () => undefined)
  expect(screen.getByText('um instante')).toBeTruthy()
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('Oi, Ana')).toBeTruthy()
})

it('comes with all the others when they are fetched ahead', async () => {
  const part = aPart()
  await act(() => preloadLazyComponents(new AbortController().signal))
  expect(part.load).toHaveBeenCalledTimes(1)
  show(part)
  expect(screen.getByText('Oi, Ana')).toBeTruthy()
})

it('is not fetched ahead for a page that was left', async () => {
  const part = aPart()
  await preloadLazyComponents(AbortSignal.abort())
  expect(part.load).not.toHaveBeenCalled()
})
