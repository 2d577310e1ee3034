import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import type { Deps } from '../../deps.ts'
import { checkDiskSpaceWhileWriting, requireDatabaseDiskSpace } from '../../files/disk-space.ts'
import { registerErrorHandlers } from '../error-handler.ts'
import { rejectWritesOnFullDisk } from './reject-writes-on-full-disk.ts'

const MB = 1024 * 1024
let http = Fastify()
afterEach(() => http.close())

const SIGN_IN_PATHS = ['/api/auth/login', '/api/auth/refresh', '/api/auth/second-step']

async function serve(free: () => Promise<number>, databaseUrl: string | null = null) {
  http = Fastify()
  registerErrorHandlers(http)
  rejectWritesOnFullDisk(http, { config: { dataDir: '/x', databaseUrl } as Deps['config'], log: http.log }, free)
  http.get('/', async () => 'read')
  http.post('/', async () => 'written')
  for (const path of SIGN_IN_PATHS) http.post(path, async () => 'signed in')
  await http.ready()
  return async (method: 'GET' | 'POST') => (await http.inject({ method, url: '/' })).statusCode
}

it('a disk that is nearly full refuses what would write, from the first request on, until it has room', async () => {
  let left = 63 * MB
  const ask = await serve(async () => left)
  expect([await ask('POST'), await ask('GET')]).toEqual([503, 200])
  left = 65 * MB
  await waitUntil(async () => (await ask('POST')) === 200)
  left = 0
  await waitUntil(async () => (await ask('POST')) === 503)
  expect(await ask('GET')).toBe(200)
})

it('neither a database elsewhere nor a disk that cannot be asked stands in the way', async () => {
  expect(await (await serve(async () => 0, 'postgres://x'))('POST')).toBe(200)
  await http.close()
  expect(await (await serve(() => Promise.reject(new Error('No such folder'))))('POST')).toBe(200)
})

it('people sign in while there is room for that, and are told in words what is wrong', async () => {
  let left = 17 * MB
  const ask = await serve(async () => left)
  const signIn = async () =>
    Promise.all(SIGN_IN_PATHS.map(async (url) => (await http.inject({ method: 'POST', url })).statusCode))
  expect(await signIn()).toEqual([200, 200, 200])
  expect(await ask('POST')).toBe(503)
  left = 15 * MB
  await waitUntil(async () => (await signIn()).every((status) => status === 503))
  const { message, code } = (await http.inject({ method: 'POST', url: '/' })).json<{ message: string; code: string }>()
  expect({ message, code }).toEqual({ message: expect.stringContaining('sem espaço em disco'), code: 'SERVICE_UNAVAILABLE' })
})

it('a start without room for the database says so', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-disk-'))
  const refusal = (left: number) =>
    requireDatabaseDiskSpace(dataDir, async () => left).then(String, (error: Error) => error.message)
  expect(await refusal(159 * MB)).toMatch(/159 MB livres.*160 MB.*DATA_DIR/s)
  expect(await refusal(160 * MB)).toBe('undefined')
  mkdirSync(join(dataDir, 'postgres'))
  expect(await refusal(15 * MB)).toMatch(/15 MB livres.*16 MB/s)
  expect(await refusal(16 * MB)).toBe('undefined')
  rmSync(dataDir, { recursive: true })
})

it('a file that is being written stops where the database would lose its reserve, and not with a database elsewhere', async () => {
  let left = 65 * MB
  const chunks = Array.from({ length: 10 }, () => new Uint8Array(MB / 2))
  const write = async (databaseUrl: string | null) => {
    let written = 0
    const free = async () => left - (written * MB) / 2
    for await (const _ of checkDiskSpaceWhileWriting(chunks, { folder: '/x', databaseUrl }, free)) written += 1
    return written
  }
  await expect(write(null)).rejects.toMatchObject({ statusCode: 503, message: expect.stringContaining('sem espaço em disco') })
  expect(await write('postgres://x')).toBe(10)
  left = 69 * MB
  expect(await write(null)).toBe(10)
})
