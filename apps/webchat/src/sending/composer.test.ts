import { beforeEach, expect, it, vi } from 'vitest'
import { createComposer } from './composer.ts'

const build = (say: (content: string) => void) => {
  document.body.innerHTML = '<form><textarea></textarea><button></button><p></p></form>'
  const parts = {
    form: document.querySelector('form') as HTMLFormElement,
    textarea: document.querySelector('textarea') as HTMLTextAreaElement,
    sendButton: document.querySelector('button') as HTMLButtonElement,
    counter: document.querySelector('p') as HTMLElement,
  }
  createComposer(parts, say).enable()
  return parts
}

const enter = (init: KeyboardEventInit & { keyCode?: number } = {}) =>
  new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init })

const say = vi.fn<(content: string) => void>()
beforeEach(() => say.mockReset())

it('Enter sends what is written, and the textarea is empty for the next message', () => {
  const { textarea } = build(say)
  textarea.value = 'Bom dia'
  textarea.dispatchEvent(enter())
  expect(say).toHaveBeenCalledExactlyOnceWith('Bom dia')
  expect(textarea.value).toBe('')
})

it.each([
  ['while it composes', { isComposing: true }],
  ['that ends a composition in Safari', { keyCode: 229 }],
])('Enter %s belongs to the input method', (_when, init) => {
  const { textarea } = build(say)
  textarea.value = 'にほん'
  const event = enter(init)
  textarea.dispatchEvent(event)
  expect(say).not.toHaveBeenCalled()
  expect(event.defaultPrevented).toBe(false)
  expect(textarea.value).toBe('にほん')
})

it('the words stay in the textarea when they could not be taken', () => {
  const { form, textarea } = build(() => {
    throw new Error('not stored')
  })
  const onError = vi.fn((event: ErrorEvent) => event.preventDefault())
  window.addEventListener('error', onError)
  textarea.value = 'Meu telefone é 11 98765-4321'
  form.dispatchEvent(new Event('submit', { cancelable: true }))
  window.removeEventListener('error', onError)
  expect(textarea.value).toBe('Meu telefone é 11 98765-4321')
})
