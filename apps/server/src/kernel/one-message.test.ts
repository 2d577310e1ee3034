import { expect, it } from 'vitest'
import { asOneMessage } from './one-message.ts'

it('COST-06 puts texts together with a blank line between, as long as WhatsApp takes them as one', () => {
  expect(asOneMessage(['Oi!', 'Tudo bem?'])).toEqual(['Oi!\n\nTudo bem?'])
  expect(asOneMessage(['a'.repeat(2_047), 'b'.repeat(2_047)])).toHaveLength(1)
  const long = ['a'.repeat(2_048), 'b'.repeat(2_047)]
  expect(asOneMessage(long)).toEqual(long)
  expect(asOneMessage(['Oi!'])).toEqual(['Oi!'])
  expect(asOneMessage([])).toEqual([])
})
