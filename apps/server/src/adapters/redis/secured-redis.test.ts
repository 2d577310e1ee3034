import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createEventBus } from '../../platform/events/event-bus.ts'
import { connectCluster } from './cluster.ts'

const PASSWORD = 'a-password-of-redis'
const bus = createEventBus(() => {})

/** Returns the first bytes that a client sends to the address that `address` returns for a port. */
async function firstBytesTo(address: (port: number) => string): Promise<Buffer> {
  const open: Socket[] = []
  let seen = Buffer.alloc(0)
  const server = createServer((socket) => {
    open.push(socket)
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        seen = Buffer.concat([seen, chunk])
      })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = address((server.address() as AddressInfo).port)
  const cluster = await connectCluster({ url, bus, log: pino({ level: 'silent' }) })
  await cluster.close()
  for (const socket of open) socket.destroy()
  server.close()
  return seen
}

it('a password, a user and TLS are read from the address', async () => {
  const [withPassword, withUser, withTls] = await Promise.all([
    firstBytesTo((port) => `redis://:${PASSWORD}@127.0.0.1:${port}`),
    firstBytesTo((port) => `redis://prosa:${PASSWORD}@127.0.0.1:${port}/1`),
    firstBytesTo((port) => `rediss://:${PASSWORD}@127.0.0.1:${port}`),
  ])
  expect(withPassword.toString()).toMatch(new RegExp(`AUTH[^]*default[^]*${PASSWORD}`))
  expect(withUser.toString()).toMatch(new RegExp(`AUTH[^]*prosa[^]*${PASSWORD}`))
  // The first byte of a TLS handshake, before which no password is sent.
  expect(withTls[0]).toBe(0x16)
  expect(withTls.toString('latin1')).not.toContain(PASSWORD)
})

it.runIf(process.env.TEST_REDIS_URL)(
  'a Redis with a password and TLS is joined, and one with another password is not (needs TEST_REDIS_URL) @wide',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'prosa-redis-'))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert, ...subject],
      {
        stdio: 'ignore',
      },
    )
    const free = createServer()
    await once(free.listen(0, '127.0.0.1'), 'listening')
    const { port } = free.address() as AddressInfo
    free.close()
    const tls = [
      '--port',
      '0',
      '--tls-port',
      String(port),
      '--tls-cert-file',
      cert,
      '--tls-key-file',
      key,
      '--tls-auth-clients',
      'no',
    ]
    const redis = spawn('redis-server', [...tls, '--requirepass', PASSWORD, '--save', '', '--dir', folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    try {
      for await (const chunk of redis.stdout) if (String(chunk).includes('Ready to accept connections')) break
      // Runs in a new process, because Node reads a custom certificate authority only at its start.
      const joinWith = (password: string) =>
        JSON.parse(
          execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT, `rediss://:${password}@localhost:${port}`], {
            env: { ...process.env, NODE_EXTRA_CA_CERTS: cert },
            cwd: import.meta.dirname,
            encoding: 'utf8',
          }),
        ) as { state: string; said: string }
      expect(joinWith(PASSWORD)).toEqual({ state: 'whole', said: '' })
      expect(joinWith('another')).toEqual({ state: 'apart', said: expect.stringContaining('WRONGPASS') })
    } finally {
      redis.kill()
      await once(redis, 'exit')
      rmSync(folder, { recursive: true })
    }
  },
)

const SCRIPT = `
  import { connectCluster } from './cluster.ts'
  import { createEventBus } from '../../platform/events/event-bus.ts'
  let said = ''
  const log = { warn: (about) => { said += about.err?.message ?? '' } }
  const cluster = await connectCluster({ url: process.argv[1], bus: createEventBus(() => {}), log })
  // It hears the other processes a moment after it is joined.
  for (let tries = 0; tries < 100 && cluster.state() !== 'whole' && !said; tries++) await new Promise((next) => setTimeout(next, 100))
  process.stdout.write(JSON.stringify({ state: cluster.state(), said }))
  process.exit(0)
`
