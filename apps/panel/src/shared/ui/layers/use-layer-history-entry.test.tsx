import { act, render } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { useLayerHistoryEntry } from './use-layer-history-entry.ts'

let setOpen: Record<string, (isOpen: boolean) => void> = {}
let open: Record<string, boolean> = {}

function Layer({ name, asksFirst = false }: { name: string; asksFirst?: boolean }) {
  const [isOpen, set] = useState(false)
  useEffect(() => {
    setOpen[name] = set
    open[name] = isOpen
  }, [name, isOpen])
  useLayerHistoryEntry(isOpen, () => !asksFirst && set(false))
  return null
}

/** Waits for a history step and its effects. */
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 60)))
const change = async (name: string, isOpen: boolean) => {
  act(() => setOpen[name]?.(isOpen))
  await settle()
}
const go = async (steps: number) => {
  history.go(steps)
  await settle()
}
const page = () => (history.state as { page?: string } | null)?.page
const depth = () => (history.state as { layers?: number } | null)?.layers ?? 0

beforeEach(() => {
  setOpen = {}
  open = {}
  history.pushState({ __TSR_key: 'list', page: 'list' }, '')
  history.pushState({ __TSR_key: 'chat', page: 'chat' }, '')
})

it("'Back' closes the topmost layer first, then the next, then leaves the page", async () => {
  render([<Layer key="1" name="profile" />, <Layer key="2" name="picture" />])
  await change('profile', true)
  await change('picture', true)
  expect(depth()).toBe(2)
  await go(-1)
  expect(open).toEqual({ profile: true, picture: false })
  await go(-1)
  expect(open).toEqual({ profile: false, picture: false })
  expect(page()).toBe('chat')
  await go(-1)
  expect(page()).toBe('list')
})

it('a layer that closes by itself takes its entry with it', async () => {
  render(<Layer name="profile" />)
  await change('profile', true)
  await change('profile', false)
  expect(depth()).toBe(0)
  await go(-1)
  expect(page()).toBe('list')
})

it('a layer that opens as another closes takes over its entry', async () => {
  render([<Layer key="1" name="menu" />, <Layer key="2" name="dialog" />])
  await change('menu', true)
  const { length } = history
  act(() => {
    setOpen['menu']?.(false)
    setOpen['dialog']?.(true)
  })
  await settle()
  expect([depth(), history.length]).toEqual([1, length])
  await go(-1)
  expect(open['dialog']).toBe(false)
})

it('a layer that asks before it closes keeps its entry', async () => {
  render(<Layer name="form" asksFirst />)
  await change('form', true)
  await go(-1)
  expect([open['form'], depth()]).toEqual([true, 1])
})

it("'Forward' opens nothing, and an entry below a later page is passed over", async () => {
  render(<Layer name="menu" />)
  await change('menu', true)
  await go(-1)
  await go(1)
  expect([open['menu'], depth(), page()]).toEqual([false, 0, 'chat'])
  await change('menu', true)
  act(() => {
    setOpen['menu']?.(false)
    history.pushState({ __TSR_key: 'settings', page: 'settings' }, '')
  })
  await settle()
  expect(page()).toBe('settings')
  await go(-1)
  expect([depth(), page()]).toEqual([0, 'chat'])
})
