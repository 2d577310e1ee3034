import { expect, it } from 'vitest'
import { AT_ONCE, createWebhookTurns, WAITING_MOST } from './webhook-turns.ts'

it('an organisation that sends webhooks without end is asked to send them later, and others are not', async () => {
  const inTurn = createWebhookTurns()
  const { promise: stored, resolve: store } = Promise.withResolvers<void>()
  let begun = 0
  const hang = async () => {
    begun += 1
    await stored
  }
  const taken = Array.from({ length: AT_ONCE + WAITING_MOST }, () => inTurn('flooding', hang))
  await expect(inTurn('flooding', hang)).rejects.toMatchObject({ statusCode: 429, retryAfter: 5 })
  expect(begun).toBe(AT_ONCE)
  expect(await inTurn('other', async () => 'stored')).toBe('stored')
  store()
  await Promise.all(taken)
  expect(begun).toBe(AT_ONCE + WAITING_MOST)
  expect(await inTurn('flooding', async () => 'stored')).toBe('stored')
})

it('a webhook that cannot be stored holds nothing', async () => {
  const inTurn = createWebhookTurns()
  const fail = () => inTurn('flooding', () => Promise.reject(new Error('no database')))
  for (let count = 0; count <= AT_ONCE + WAITING_MOST; count++) await expect(fail()).rejects.toThrow('no database')
})
