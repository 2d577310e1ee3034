import { expect, it } from 'vitest'
import { requiredMessageText } from './message-text.ts'

it('trims, and keeps the lines inside', () => {
  expect(requiredMessageText.parse('  olá\n\ntudo bem?  \n')).toBe('olá\n\ntudo bem?')
})

it.each(['', '   ', '\n\t ', 'a\u0000b', 'a'.repeat(4097)])('refuses what cannot be a message (%#)', (text) => {
  expect(requiredMessageText.safeParse(text).success).toBe(false)
})

it('takes 4096 characters', () => {
  expect(requiredMessageText.parse('a'.repeat(4096))).toHaveLength(4096)
})
