import { expect, it } from 'vitest'
import { splitTextAtLinks } from './links.ts'

const findLinks = (content: string) => splitTextAtLinks(content).filter(({ href }) => href !== undefined)

it('links http, https and www, without the full stop after them', () => {
  expect(splitTextAtLinks('Veja https://aurora.com.br/planta?x=1. Ou (www.aurora.com.br)!')).toEqual([
    { text: 'Veja ' },
    { text: 'https://aurora.com.br/planta?x=1', href: 'https://aurora.com.br/planta?x=1' },
    { text: '. Ou (' },
    { text: 'www.aurora.com.br', href: 'https://www.aurora.com.br/' },
    { text: ')!' },
  ])
})

it.each([
  ['veja https://pt.wikipedia.org/wiki/Prosa_(literatura).', 'https://pt.wikipedia.org/wiki/Prosa_(literatura)'],
  ['(leia https://x.com/a_(b))', 'https://x.com/a_(b)'],
  ['[https://x.com/a[1]]', 'https://x.com/a[1]'],
  ["https://x.com/copo-d'água", "https://x.com/copo-d'água"],
  ["'https://x.com/a', disse", 'https://x.com/a'],
  ['“https://x.com/a”', 'https://x.com/a'],
  ['*https://x.com/a*', 'https://x.com/a'],
  ['HTTPS://X.com/A', 'HTTPS://X.com/A'],
  ['https://x.com/a\u202efdp.exe', 'https://x.com/a'],
])('%j holds the address %j', (content, address) => {
  expect(findLinks(content).map(({ text }) => text)).toEqual([address])
  expect(
    splitTextAtLinks(content)
      .map(({ text }) => text)
      .join(''),
  ).toBe(content)
})

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'sem link',
  '<b>oi</b>',
  'https://',
  'www...',
  'http://usuario:senha@evil.example',
  'https://banco.com.br@evil.example/',
  'ana@www.exemplo.com.br',
])('leaves %j as text', (content) => expect(splitTextAtLinks(content)).toEqual([{ text: content }]))

it('has no parts of nothing', () => expect(splitTextAtLinks('')).toEqual([]))
