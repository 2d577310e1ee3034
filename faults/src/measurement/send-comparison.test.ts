import { expect, it } from 'vitest'
import type { AnsweredSend } from '../clients/send-from-clients.ts'
import { compareSendsWithStored } from './send-comparison.ts'

const buildSends = (...contents: string[]): AnsweredSend[] =>
  contents.map((content) => ({ conversationId: 'c', content, messageId: `id of ${content}`, attempts: 1, ms: 1 }))
const buildStoredMessages = (...contents: string[]) =>
  contents.map((content, index) => ({
    id: `id of ${content}`,
    conversationId: 'c',
    seq: index + 1,
    role: 'AI',
    type: 'text',
    content,
    delivery: 'sent',
  }))
const NO_VIOLATIONS = { lost: 0, doubled: 0, outOfOrder: 0, holes: 0 }

it('finds nothing wrong where every message is there once, in order', () => {
  expect(compareSendsWithStored(buildSends('a', 'b', 'c'), buildStoredMessages('a', 'b', 'c'))).toEqual({
    sent: 3,
    ...NO_VIOLATIONS,
  })
})

it('finds a message that was answered and is not there, or is there under another id', () => {
  expect(compareSendsWithStored(buildSends('a', 'b'), buildStoredMessages('a'))).toMatchObject({ lost: 1 })
  const renamed = buildStoredMessages('a', 'b').map((row) => (row.content === 'b' ? { ...row, id: 'another' } : row))
  expect(compareSendsWithStored(buildSends('a', 'b'), renamed)).toMatchObject({ lost: 1 })
})

it('finds a message that is there twice', () => {
  expect(compareSendsWithStored(buildSends('a', 'b'), buildStoredMessages('a', 'b', 'a'))).toMatchObject({ doubled: 1 })
})

it('finds a message that went before its elder', () => {
  expect(compareSendsWithStored(buildSends('a', 'b'), buildStoredMessages('b', 'a'))).toMatchObject({ outOfOrder: 1 })
})

it('finds a hole in the places', () => {
  const rows = buildStoredMessages('a', 'b').map((row) => (row.content === 'b' ? { ...row, seq: 3 } : row))
  expect(compareSendsWithStored(buildSends('a', 'b'), rows)).toMatchObject({ holes: 1 })
})
