import { expect, it } from 'vitest'
import { createWebhookQueue, MAX_RUNNING_WEBHOOKS, MAX_WAITING_WEBHOOKS } from './webhook-queue.ts'

it('an organisation that sends webhooks without end is asked to send them later, and others are not', async () => {
  const inTurn = createWebhookQueue()
  const { promise: stored, resolve: store } = Promise.withResolvers<void>()
  let begun = 0
  const hang = async () => {
    begun += 1
    await stored
  }
  const taken = Array.from({ length: MAX_RUNNING_WEBHOOKS + MAX_WAITING_WEBHOOKS }, () => inTurn('flooding', hang))
  await expect(inTurn('flooding', hang)).rejects.toMatchObject({ statusCode: 429, retryAfter: 5 })
  expect(begun).toBe(MAX_RUNNING_WEBHOOKS)
  expect(await inTurn('other', async () => 'stored')).toBe('stored')
  store()
  await Promise.all(taken)
  expect(begun).toBe(MAX_RUNNING_WEBHOOKS + MAX_WAITING_WEBHOOKS)
  expect(await inTurn('flooding', async () => 'stored')).toBe('stored')
})

it('a webhook that cannot be stored holds nothing', async () => {
  const inTurn = createWebhookQueue()
  const fail = () => inTurn('flooding', () => Promise.reject(new Error('no database')))
  for (let count = 0; count <= MAX_RUNNING_WEBHOOKS + MAX_WAITING_WEBHOOKS; count++)
    await expect(fail()).rejects.toThrow('no database')
})
