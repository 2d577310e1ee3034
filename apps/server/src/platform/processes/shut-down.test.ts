import { once } from 'node:events'
import { connect } from 'node:net'
import { login } from '@prosa/contract/calls/accounts/auth'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { startTestApp } from '../../testing/harness/test-app.ts'
import { createTenant } from '../../testing/worlds/factories.ts'
import { shutDown } from './shut-down.ts'

it('a request that never ends is cut off; jobs do not wait for it, and what others still store has its job @wide', async () => {
  const test = await startTestApp()
  const { tenantId, agentId } = await createTenant(test)
  const { port, hostname } = new URL(await test.listen())
  const line = connect(Number(port), hostname)
  await once(line, 'connect')
  line.on('error', () => {})
  const ended = once(line, 'close')
  line.write(
    `POST /api${login.path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"phone":`,
  )
  await once(test.app.http.server, 'request')

  // The database stays open, because the test reads it afterwards.
  const nothing = { close: async () => {} }
  let stop = () => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const jobs = { stop: () => test.deps.jobs.stop().then(stop) }
  let isClosed = false
  const closed = shutDown(test.app.http, { jobs, cluster: nothing, db: nothing }, 1_500).then(() => {
    isClosed = true
  })
  await stopped
  expect(isClosed).toBe(false)
  const lead = { channel: 'webchat', channelKey: 'last', lead: { origin: 'Site' } }
  await test.app.modules.conversations.receiveMessage({ tenantId, agentId, ...lead, content: 'A última', key: 'last' })
  const { rows } = await test.deps.db.system((tx) =>
    tx.db.execute(sql`SELECT state FROM pgboss.job WHERE name = 'agent-turn' AND data->>'tenantId' = ${tenantId}`),
  )
  expect(rows).toEqual([{ state: 'created' }])
  await closed
  await ended
  await test.close()
})

it('a connection that was opened ahead, and on which nothing was asked, holds up no end', async () => {
  const test = await startTestApp()
  const { port, hostname } = new URL(await test.listen())
  const line = connect(Number(port), hostname)
  line.on('error', () => {})
  await once(line, 'connect')
  const ended = once(line, 'close')
  await test.close()
  await ended
  expect(line.bytesRead).toBe(0)
})
