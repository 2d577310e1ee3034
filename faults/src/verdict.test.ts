import { expect, it } from 'vitest'
import type { Sent } from './send-all.ts'
import { judge } from './verdict.ts'

const sent = (...contents: string[]): Sent[] =>
  contents.map((content) => ({ conversationId: 'c', content, messageId: `id of ${content}`, attempts: 1, ms: 1 }))
const stored = (...contents: string[]) =>
  contents.map((content, index) => ({
    id: `id of ${content}`,
    conversationId: 'c',
    seq: index + 1,
    role: 'AI',
    type: 'text',
    content,
    delivery: 'sent',
  }))
const fine = { lost: 0, doubled: 0, outOfOrder: 0, holes: 0 }

it('finds nothing wrong where every message is there once, in order', () => {
  expect(judge(sent('a', 'b', 'c'), stored('a', 'b', 'c'))).toEqual({ sent: 3, ...fine })
})

it('finds a message that was answered and is not there, or is there under another id', () => {
  expect(judge(sent('a', 'b'), stored('a'))).toMatchObject({ lost: 1 })
  const renamed = stored('a', 'b').map((row) => (row.content === 'b' ? { ...row, id: 'another' } : row))
  expect(judge(sent('a', 'b'), renamed)).toMatchObject({ lost: 1 })
})

it('finds a message that is there twice', () => {
  expect(judge(sent('a', 'b'), stored('a', 'b', 'a'))).toMatchObject({ doubled: 1 })
})

it('finds a message that went before its elder', () => {
  expect(judge(sent('a', 'b'), stored('b', 'a'))).toMatchObject({ outOfOrder: 1 })
})

it('finds a hole in the places', () => {
  const rows = stored('a', 'b').map((row) => (row.content === 'b' ? { ...row, seq: 3 } : row))
  expect(judge(sent('a', 'b'), rows)).toMatchObject({ holes: 1 })
})
