import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { openEventStream } from '../../testing/harness/event-stream.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { openTestSocket } from '../../testing/harness/test-socket.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/worlds/factories.ts'
import { conversations } from '../database/schema/conversations/conversations.ts'

const METRICS_TOKEN = 'token-of-the-reader'
let test: TestApp
let origin: string
let tenant: TestTenant

beforeEach(async () => {
  test = await startTestApp({ METRICS_TOKEN })
  origin = await test.listen()
  tenant = await createTenant(test)
})

it('a server that leaves says so first, answers what is under way, and lets sockets and streams go @wide', async () => {
  const staff = await test.client(tenant.staff.phone)
  const place = await createConversation(test, tenant, { history: 'h' })
  const lead = await test.client()
  const params = { agentId: tenant.agentId }
  await lead.call(sendWebchatMessage, { params, body: { content: 'Oi' }, headers: { 'idempotency-key': 'leaving' } })
  const line = await openEventStream(origin, tenant.agentId, lead, 0)
  const { socket } = await openTestSocket(origin, staff)
  const cut = new Promise((resolve) => socket.once('disconnect', resolve))

  test.app.startDraining()
  expect((await fetch(`${origin}/readyz`)).status).toBe(503)
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)

  // A send that waits for its conversation, which another transaction has locked.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let holding = () => {}
  const isHeld = new Promise<void>((resolve) => {
    holding = resolve
  })
  const holder = test.deps.db.tenant(tenant.tenantId, async (tx) => {
    await tx.db.select().from(conversations).where(eq(conversations.id, place.conversationId)).for('update')
    holding()
    await held
  })
  await isHeld
  let arrived = () => {}
  const hasArrived = new Promise<void>((resolve) => {
    arrived = resolve
  })
  test.app.http.server.once('request', () => arrived())
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const sending = fetch(
    `${origin}/api${sendMessage.path.replace(':leadId', place.leadId).replace(':conversationId', place.conversationId)}`,
    {
      method: sendMessage.method,
      headers: { cookie, 'content-type': 'application/json', 'x-request-time': new Date().toISOString() },
      body: JSON.stringify({ content: 'A última' }),
    },
  )
  await hasArrived
  const closed = test.close()
  await cut
  await line.ended
  release()
  await holder
  const answer = await sending
  expect(await answer.json()).toMatchObject({ success: true, data: { message: { content: 'A última' } } })
  await closed
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
})

it('metrics are for who brings the token, and count requests by route, messages, sockets and jobs @wide', async () => {
  const staff = await test.client(tenant.staff.phone)
  const place = await createConversation(test, tenant, { history: 'h' })
  await staff.call(sendMessage, { params: place, body: { content: 'Contada' } })
  const socket = await openTestSocket(origin, staff)
  const read = (headers: Record<string, string>) => fetch(`${origin}/metrics`, { headers })
  expect((await read({})).status).toBe(404)
  expect((await read({ authorization: 'Bearer wrong' })).status).toBe(404)
  const text = await (await read({ authorization: `Bearer ${METRICS_TOKEN}` })).text()
  expect(text).toContain(`prosa_request_seconds_count{method="POST",route="/api${sendMessage.path}",status="200"} 1`)
  expect(text).toContain('prosa_messages_total{role="AI"} 1')
  expect(text).toContain('prosa_deliveries_total{state="sent"} 1')
  expect(text).toContain('prosa_sockets 1')
  expect(text).toMatch(/prosa_jobs_waiting\{queue="deliver-message"\} \d/)
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).not.toContain(place.leadId)
  socket.close()
  await test.close()
})
