import { beforeEach, expect, it, vi } from 'vitest'
import { createComposer } from './composer.ts'

const build = (say: (content: string) => void) => {
  document.body.innerHTML = '<form><textarea></textarea><button></button><p></p></form>'
  const parts = {
    form: document.querySelector('form') as HTMLFormElement,
    field: document.querySelector('textarea') as HTMLTextAreaElement,
    button: document.querySelector('button') as HTMLButtonElement,
    count: document.querySelector('p') as HTMLElement,
  }
  createComposer(parts, say).enable()
  return parts
}

const enter = (init: KeyboardEventInit & { keyCode?: number } = {}) =>
  new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init })

const say = vi.fn<(content: string) => void>()
beforeEach(() => say.mockReset())

it('Enter sends what is written, and the field is empty for the next message', () => {
  const { field } = build(say)
  field.value = 'Bom dia'
  field.dispatchEvent(enter())
  expect(say).toHaveBeenCalledExactlyOnceWith('Bom dia')
  expect(field.value).toBe('')
})

it.each([
  ['while it composes', { isComposing: true }],
  ['that ends a composition in Safari', { keyCode: 229 }],
])('Enter %s belongs to the input method', (_when, init) => {
  const { field } = build(say)
  field.value = 'にほん'
  const event = enter(init)
  field.dispatchEvent(event)
  expect(say).not.toHaveBeenCalled()
  expect(event.defaultPrevented).toBe(false)
  expect(field.value).toBe('にほん')
})

it('the words stay in the field when they could not be taken', () => {
  const { form, field } = build(() => {
    throw new Error('not stored')
  })
  const onError = vi.fn((event: ErrorEvent) => event.preventDefault())
  window.addEventListener('error', onError)
  field.value = 'Meu telefone é 11 98765-4321'
  form.dispatchEvent(new Event('submit', { cancelable: true }))
  window.removeEventListener('error', onError)
  expect(field.value).toBe('Meu telefone é 11 98765-4321')
})
