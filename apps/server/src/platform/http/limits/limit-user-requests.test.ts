import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Identity } from '../../access/identity.ts'
import { limitUserRequests, MAX_CONCURRENT_USER_REQUESTS } from './limit-user-requests.ts'

it('handles a few requests of one user at the same time, and does not delay other users', async () => {
  const http = Fastify()
  http.decorateRequest('identity', null)
  http.addHook('onRequest', async (request) => {
    request.identity = { tenantId: 't', userId: String(request.headers['x-user']) } as Identity
  })
  limitUserRequests(http)
  let running = 0
  let mostRunning = 0
  http.get('/api/slow', async () => {
    mostRunning = Math.max(mostRunning, ++running)
    await wait(20)
    running--
    return ''
  })
  const request = (user: string) => http.inject({ url: '/api/slow', headers: { 'x-user': user } })
  const ended: string[] = []
  const flood = Array.from({ length: 40 }, () => request('ana').then(() => ended.push('ana')))
  await request('bia').then(() => ended.push('bia'))
  expect(ended.length).toBeLessThanOrEqual(MAX_CONCURRENT_USER_REQUESTS + 1)
  await Promise.all(flood)
  expect(mostRunning).toBe(MAX_CONCURRENT_USER_REQUESTS + 1)
  await http.close()
})
