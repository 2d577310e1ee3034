import { expect, it } from 'vitest'
import { messageContent } from './message-content.ts'

it('trims, and keeps the lines inside', () => {
  expect(messageContent.parse('  olá\n\ntudo bem?  \n')).toBe('olá\n\ntudo bem?')
})

it.each(['', '   ', '\n\t ', 'a\u0000b', 'a'.repeat(4097)])('refuses what cannot be a message (%#)', (text) => {
  expect(messageContent.safeParse(text).success).toBe(false)
})

it('takes 4096 characters', () => {
  expect(messageContent.parse('a'.repeat(4096))).toHaveLength(4096)
})
