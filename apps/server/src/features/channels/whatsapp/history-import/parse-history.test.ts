import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { buildHistoryWebhook, generateHistoryThreads } from '../../../../testing/doubles/meta-webhooks/meta-history-webhooks.ts'
import { getUnixSeconds } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { parseHistory } from './parse-history.ts'

const PEOPLE = 40

it('NUM-14 a long past is read one talk after the other, and the process turns to others between two of them', async () => {
  const [change] = buildHistoryWebhook(
    '1',
    generateHistoryThreads(PEOPLE, 3, { phonesFrom: 900_000_000, before: getUnixSeconds() }),
  ).entry.flatMap(({ changes }) => changes)
  const seen = { isOver: false }
  const reading = parseHistory({ value: change?.value ?? {} }, '551140001234', new Date()).finally(() => {
    seen.isOver = true
  })
  let turns = 0
  for (; !seen.isOver; turns += 1) await nextTurn()
  expect((await reading).threads).toHaveLength(PEOPLE)
  expect(turns).toBeGreaterThanOrEqual(PEOPLE)
})

it('a talk of thousands of messages is read in pieces', async () => {
  const [change] = buildHistoryWebhook(
    '1',
    generateHistoryThreads(1, 2_000, { phonesFrom: 900_000_000, before: getUnixSeconds() }),
  ).entry.flatMap(({ changes }) => changes)
  const seen = { isOver: false }
  const reading = parseHistory({ value: change?.value ?? {} }, '551140001234', new Date()).finally(() => {
    seen.isOver = true
  })
  let turns = 0
  for (; !seen.isOver; turns += 1) await nextTurn()
  expect((await reading).threads[0]?.messages).toHaveLength(2_000)
  expect(turns).toBeGreaterThanOrEqual(15)
})
