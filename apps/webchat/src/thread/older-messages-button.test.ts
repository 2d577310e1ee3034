import { expect, it } from 'vitest'
import { flushPromises } from '../testing/fakes.ts'
import { createOlderMessagesButton } from './older-messages-button.ts'

const setUp = () => {
  const scroller = document.createElement('div')
  scroller.tabIndex = 0
  const older = document.createElement('button')
  older.textContent = 'Ver mensagens anteriores'
  const log = document.createElement('div')
  scroller.append(older, log)
  document.body.replaceChildren(scroller)
  const loads: ((went: boolean) => void)[] = []
  const { show } = createOlderMessagesButton({ scroller, older, log }, () => new Promise((resolve) => loads.push(resolve)))
  const scrollTo = (top: number) => {
    scroller.scrollTop = top
    scroller.dispatchEvent(new Event('scroll'))
  }
  show(true)
  return { scroller, older, log, loads, show, scrollTo }
}

it('loads once at a press, says so, and does not have it read out', async () => {
  const { older, log, loads } = setUp()
  older.click()
  older.click()
  expect(loads).toHaveLength(1)
  expect(older.textContent).toBe('Carregando…')
  expect(log.getAttribute('aria-live')).toBe('off')
  loads[0]?.(true)
  await flushPromises()
  expect(older.textContent).toBe('Ver mensagens anteriores')
})

it('loads when the reader goes up to the beginning, not when going down or far from it', async () => {
  const { loads, scrollTo } = setUp()
  scrollTo(900)
  scrollTo(600)
  expect(loads).toHaveLength(0)
  scrollTo(150)
  expect(loads).toHaveLength(1)
  loads[0]?.(true)
  await flushPromises()
  scrollTo(160)
  expect(loads).toHaveLength(1)
})

it('after a failure waits for a press', async () => {
  const { older, loads, scrollTo } = setUp()
  older.click()
  loads[0]?.(false)
  await flushPromises()
  expect(older.textContent).toBe('Não deu para carregar. Tentar de novo')
  scrollTo(900)
  scrollTo(10)
  expect(loads).toHaveLength(1)
  older.click()
  expect(loads).toHaveLength(2)
})

it('leaves the keyboard in the thread when there is nothing older any more', () => {
  const { older, scroller, show, loads, scrollTo } = setUp()
  older.focus()
  show(false)
  expect(document.activeElement).toBe(scroller)
  scrollTo(900)
  scrollTo(10)
  expect(loads).toHaveLength(0)
})
