import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { until } from '../../testing/until.ts'
import type { Deps } from '../deps.ts'
import { keepDiskRoom } from './disk-room.ts'
import { handleErrors } from './error-handler.ts'

const MB = 1024 * 1024
let http = Fastify()
afterEach(() => http.close())

async function serve(free: () => Promise<number>, databaseUrl: string | null = null) {
  http = Fastify()
  handleErrors(http)
  keepDiskRoom(http, { config: { dataDir: '/x', databaseUrl } as Deps['config'], log: http.log }, free)
  http.get('/', async () => 'read')
  http.post('/', async () => 'written')
  await http.ready()
  return async (method: 'GET' | 'POST') => (await http.inject({ method, url: '/' })).statusCode
}

it('a disk that is nearly full refuses what would write, from the first request on, until it has room', async () => {
  let left = 63 * MB
  const ask = await serve(async () => left)
  expect([await ask('POST'), await ask('GET')]).toEqual([503, 200])
  left = 65 * MB
  await until(async () => (await ask('POST')) === 200)
  left = 0
  await until(async () => (await ask('POST')) === 503)
  expect(await ask('GET')).toBe(200)
})

it('neither a database elsewhere nor a disk that cannot be asked stands in the way', async () => {
  expect(await (await serve(async () => 0, 'postgres://x'))('POST')).toBe(200)
  await http.close()
  expect(await (await serve(() => Promise.reject(new Error('No such folder'))))('POST')).toBe(200)
})
