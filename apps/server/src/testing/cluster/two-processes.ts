import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { connectCluster } from '../../adapters/redis/cluster.ts'
import { openServerDatabase } from '../../platform/database/server-database.ts'
import type { Client } from '../harness/client.ts'
import { openTestDatabase } from '../harness/database/test-database.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'
import type { TestSocket } from '../harness/test-socket.ts'
import { type InterruptibleProxy, openInterruptibleProxy } from './interruptible-proxy.ts'

const redisUrl = process.env.TEST_REDIS_URL
/** Several processes need a PostgreSQL server and a Redis server. */
export const hasTestServers = Boolean(process.env.TEST_DATABASE_URL && redisUrl)

export interface MultiProcessInstallation {
  /** Starts another server process on the same database and Redis. */
  start(): Promise<TestApp>
  /** The connection of all processes to Redis, which can be interrupted. */
  line: InterruptibleProxy
  /** Releases the resources. Close the processes first. */
  close(): Promise<void>
}

export async function openMultiProcessInstallation(env: Record<string, string> = {}): Promise<MultiProcessInstallation> {
  const url = new URL(redisUrl ?? '')
  const line = await openInterruptibleProxy({ host: url.hostname, port: Number(url.port || 6379) })
  url.hostname = '127.0.0.1'
  url.port = String(line.port)
  const prefix = `prosa-test-${randomBytes(6).toString('hex')}`
  const secret = { SESSION_SECRET: randomBytes(32).toString('hex'), ...env }
  const { driver, drop } = await openTestDatabase()
  const databaseUrl = 'url' in driver ? driver.url : ''
  await driver.close()
  return {
    start: () =>
      startTestApp(secret, {
        database: { driver: openServerDatabase(databaseUrl, () => {}), drop: async () => {} },
        cluster: (bus) => connectCluster({ url: url.href, bus, log: pino({ level: 'silent' }), prefix }),
      }),
    line,
    close: async () => {
      await line.close()
      await drop()
    },
  }
}

/** Returns a client with the same session that calls another process. */
export async function createSameSessionClient(client: Client, process: TestApp): Promise<Client> {
  const other = await process.client()
  for (const [name, value] of client.cookies) other.cookies.set(name, value)
  return other
}

/** Resolves when the socket is disconnected. */
export const waitForDisconnect = ({ socket }: TestSocket): Promise<void> =>
  new Promise((resolve) => socket.once('disconnect', () => resolve()))
