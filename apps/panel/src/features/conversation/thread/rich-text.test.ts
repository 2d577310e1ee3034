import { expect, it } from 'vitest'
import { safeUrl, textParts } from './rich-text.ts'

it('links http, https and www, without the full stop after them', () => {
  expect(textParts('Veja https://aurora.com.br/planta?x=1. Ou (www.aurora.com.br)!')).toEqual([
    { text: 'Veja ' },
    { text: 'https://aurora.com.br/planta?x=1', href: 'https://aurora.com.br/planta?x=1' },
    { text: '. Ou (' },
    { text: 'www.aurora.com.br', href: 'https://www.aurora.com.br/' },
    { text: ')!' },
  ])
})

it('leaves everything else as text', () => {
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'sem link', '<b>oi</b>']) {
    expect(textParts(text)).toEqual([{ text }])
  }
  expect(textParts('')).toEqual([])
})

it('VIEW-36 opens attachments of this site or of the web, nothing else', () => {
  expect(safeUrl('/api/media/1')).toBe('http://localhost:3000/api/media/1')
  expect(safeUrl('https://cdn.example/x.png')).toBe('https://cdn.example/x.png')
  expect([safeUrl('javascript:alert(1)'), safeUrl('data:text/html,x'), safeUrl(null), safeUrl('http://')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})
