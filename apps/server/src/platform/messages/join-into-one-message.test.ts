import { expect, it } from 'vitest'
import { joinIntoOneMessage } from './join-into-one-message.ts'

it('COST-06 puts texts together with a blank line between, as long as WhatsApp takes them as one', () => {
  expect(joinIntoOneMessage(['Oi!', 'Tudo bem?'])).toEqual(['Oi!\n\nTudo bem?'])
  expect(joinIntoOneMessage(['a'.repeat(2_047), 'b'.repeat(2_047)])).toHaveLength(1)
  const long = ['a'.repeat(2_048), 'b'.repeat(2_047)]
  expect(joinIntoOneMessage(long)).toEqual(long)
  expect(joinIntoOneMessage(['Oi!'])).toEqual(['Oi!'])
  expect(joinIntoOneMessage([])).toEqual([])
})
