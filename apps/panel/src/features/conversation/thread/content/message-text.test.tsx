import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MessageText } from './message-text.tsx'

const draw = (content: string): HTMLElement => {
  render(<MessageText content={content} meta={null} />)
  return document.body
}

it('shows the marks of WhatsApp as styles, and keeps the text as it was written', () => {
  const content = '*Oi*, _Ana_: ~R$ 10~ `A-1`\n> *Quanto?*\n```a *b*```\n- café https://a.b/x_y_z'
  const body = draw(content)
  expect(body.textContent).toBe(content)
  expect(screen.getAllByRole('strong').map(({ textContent }) => textContent)).toEqual(['Oi', 'Quanto?'])
  expect([body.querySelector('em')?.textContent, body.querySelector('s')?.textContent]).toEqual(['Ana', 'R$ 10'])
  expect([...body.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual(['A-1', 'a *b*'])
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://a.b/x_y_z')
})

it('reads nothing in a text as markup', () => {
  const body = draw('*<img src=x onerror=alert(1)>* _javascript:alert(1)_')
  expect(body.querySelectorAll('img, a')).toHaveLength(0)
  expect(screen.getByRole('strong').textContent).toBe('<img src=x onerror=alert(1)>')
})
