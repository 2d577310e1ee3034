import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { historyChunk, longPast } from '../../../../testing/meta-past.ts'
import { now } from '../../../../testing/meta-wire.ts'
import { readHistory } from './read-history.ts'

const PEOPLE = 40

it('NUM-14 a long past is read one talk after the other, and the process turns to others between two of them', async () => {
  const [change] = historyChunk('1', longPast(PEOPLE, 3, { phonesFrom: 900_000_000, before: now() })).entry.flatMap(
    ({ changes }) => changes,
  )
  const seen = { isOver: false }
  const reading = readHistory({ value: change?.value ?? {} }, '551140001234', new Date()).finally(() => {
    seen.isOver = true
  })
  let turns = 0
  for (; !seen.isOver; turns += 1) await nextTurn()
  expect((await reading).threads).toHaveLength(PEOPLE)
  expect(turns).toBeGreaterThanOrEqual(PEOPLE)
})

it('a talk of thousands of messages is read in pieces', async () => {
  const [change] = historyChunk('1', longPast(1, 2_000, { phonesFrom: 900_000_000, before: now() })).entry.flatMap(
    ({ changes }) => changes,
  )
  const seen = { isOver: false }
  const reading = readHistory({ value: change?.value ?? {} }, '551140001234', new Date()).finally(() => {
    seen.isOver = true
  })
  let turns = 0
  for (; !seen.isOver; turns += 1) await nextTurn()
  expect((await reading).threads[0]?.said).toHaveLength(2_000)
  expect(turns).toBeGreaterThanOrEqual(15)
})
