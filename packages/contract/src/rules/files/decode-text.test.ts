import { expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const TEXT = 'A recepção abre às 9h – até R$ 30 €'
const utf16 = Buffer.from(`\uFEFF${TEXT}`, 'utf16le')

it.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16LE with a byte order mark', utf16],
  ['UTF-16BE with a byte order mark', Buffer.from(utf16).swap16()],
  ['Windows-1252', Buffer.from(TEXT.replace('–', '\x96').replace('€', '\x80'), 'latin1')],
])('decodes %s without its mark, whatever character set the sender names', (encoding, bytes) => {
  for (const charset of [undefined, 'utf-8', 'utf8mb4']) expect(decodeText(bytes, charset)).toBe(TEXT)
  if (encoding.includes('mark')) expect(decodeText(bytes, 'iso-8859-1')).toBe(TEXT)
})

it('keeps UTF-8 text in which a few bytes are broken', () => {
  expect(decodeText(Buffer.concat([Buffer.from('Às 9h, na recepção '), Buffer.from([0xe7])]))).toBe('Às 9h, na recepção \uFFFD')
})
