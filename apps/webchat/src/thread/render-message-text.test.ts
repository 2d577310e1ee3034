import { expect, it } from 'vitest'
import { renderMessageText } from './render-message-text.ts'

const draw = (content: string): HTMLElement => {
  const place = document.createElement('p')
  place.append(renderMessageText(content, document))
  return place
}

it('shows the marks of WhatsApp as styles, and keeps the text as it was written', () => {
  const content = '*Oi*, _Ana_: ~R$ 10~ `A-1`\n> *Quanto?*\n```a *b*```\n- café https://a.b/x_y_z'
  const place = draw(content)
  expect(place.textContent).toBe(content)
  const texts = (selector: string) => [...place.querySelectorAll(selector)].map(({ textContent }) => textContent)
  expect(texts('strong')).toEqual(['Oi', 'Quanto?'])
  expect([texts('em'), texts('s'), texts('code')]).toEqual([['Ana'], ['R$ 10'], ['A-1', 'a *b*']])
  expect(texts('[data-kind=quote]')).toEqual(['> *Quanto?*\n'])
  expect(texts('a')).toEqual(['https://a.b/x_y_z'])
  expect(place.querySelectorAll('.mark:not([aria-hidden])')).toHaveLength(0)
})

it('reads nothing in a text as markup', () => {
  const place = draw('*<img src=x onerror=alert(1)>* _javascript:alert(1)_')
  expect(place.querySelectorAll('img, a')).toHaveLength(0)
  expect(place.querySelector('strong')?.textContent).toBe('<img src=x onerror=alert(1)>')
})
