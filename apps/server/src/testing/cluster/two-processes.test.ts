import { logout, me, refresh, websocketToken } from '@prosa/contract/calls/accounts/auth'
import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { getPerson, switchOffPerson, updatePerson } from '@prosa/contract/calls/organisation/people'
import { updateTenant } from '@prosa/contract/calls/organisation/tenants'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversations, messages } from '../../platform/database/schema/conversations/conversations.ts'
import { type LlmDouble, openLlmDouble } from '../doubles/llm/llm-double.ts'
import type { Client } from '../harness/client.ts'
import { openEventStream } from '../harness/event-stream.ts'
import { TEST_PASSWORD, type TestApp } from '../harness/test-app.ts'
import { connectTestSocket, openTestSocket, type TestSocket } from '../harness/test-socket.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { createConversation, createTenant, type TestConversation, type TestTenant } from '../worlds/factories.ts'
import {
  createSameSessionClient,
  hasTestServers,
  type MultiProcessInstallation,
  openMultiProcessInstallation,
  waitForDisconnect,
} from './two-processes.ts'

describe.skipIf(!hasTestServers)('two processes (needs TEST_DATABASE_URL and TEST_REDIS_URL)', () => {
  let installation: MultiProcessInstallation
  let llm: LlmDouble
  let a: TestApp
  let b: TestApp
  let origins: { a: string; b: string }
  let tenant: TestTenant
  let place: TestConversation
  let ana: Client

  beforeAll(async () => {
    llm = await openLlmDouble()
    installation = await openMultiProcessInstallation(llm.env)
    ;[a, b] = await Promise.all([installation.start(), installation.start()])
    origins = { a: await a.listen(), b: await b.listen() }
    tenant = await createTenant(a)
    place = await createConversation(a, tenant, { history: 'h', pause: true })
    ana = await a.client(tenant.staff.phone)
  })
  afterAll(async () => {
    await Promise.all([a?.close(), b?.close()])
    await installation?.close()
    await llm?.close()
  })

  const joined = async (origin: string, client: Client): Promise<TestSocket> => {
    const socket = await openTestSocket(origin, client)
    await socket.send('join_conversation', { leadId: place.leadId, userId: tenant.staff.id, tenantId: tenant.tenantId })
    return socket
  }
  it('PROV-05 what happens in one is told in the rooms of the other, once', async () => {
    const here = await joined(origins.a, ana)
    const there = await joined(origins.b, await createSameSessionClient(ana, b))
    await ana.call(sendMessage, { params: place, body: { content: 'De um lado' }, headers: { 'idempotency-key': 'two-1' } })
    const back = await createSameSessionClient(ana, b)
    await back.call(sendMessage, { params: place, body: { content: 'Do outro' }, headers: { 'idempotency-key': 'two-2' } })
    for (const socket of [here, there]) {
      await socket.hear('lead', (event) => event.message.content === 'Do outro')
      expect(socket.heard('lead').map((event) => event.message.content)).toEqual(['De um lado', 'Do outro'])
      socket.close()
    }
  })

  it('EVENT-04 EVENT-05 typing and sending show to colleagues at the other process, never to oneself', async () => {
    const mine = await joined(origins.a, ana)
    const hers = await joined(origins.b, await b.client(tenant.operator.phone))
    const said = { leadId: place.leadId, userName: 'x', userId: 'x' }
    await mine.send('typing_start', said)
    await mine.send('optimistic_message', { ...said, tempMessageId: 't', content: 'Já', timestamp: new Date().toISOString() })
    expect(await hers.hear('typing_indicator')).toMatchObject({ userName: tenant.staff.name, isTyping: true })
    expect(await hers.hear('optimistic_message')).toMatchObject({ content: 'Já' })
    await hers.send('typing_start', said)
    await mine.hear('typing_indicator', (event) => event.userName === tenant.operator.name)
    expect(mine.heard('typing_indicator')).toHaveLength(1)
    expect(mine.heard('optimistic_message')).toEqual([])
    mine.close()
    hers.close()
  })

  it('CALL-04 a log-out at one ends HTTP and sockets at the other', async () => {
    const client = await a.client(tenant.admin.phone)
    const other = await createSameSessionClient(client, b)
    const socket = await openTestSocket(origins.b, other)
    const cut = waitForDisconnect(socket)
    await client.call(logout)
    await cut
    expect(await other.refused(websocketToken)).toMatchObject({ status: 401 })
  })

  it('PEOPLE-02 PEOPLE-07 who is switched off at one is out at the other within a second, and a new role is told and in force there as soon', async () => {
    const own = await createTenant(a)
    const [manager, client] = [await a.client(own.staff.phone), await b.client(own.operator.phone)]
    const params = { id: own.operator.id }
    const socket = await openTestSocket(origins.b, client)
    await waitUntil(async () => (await manager.call(getPerson, { params })).data.presence === 'online')
    let began = performance.now()
    await manager.call(updatePerson, { params, body: { role: 'admin' } })
    await socket.hear('access_changed')
    expect((await client.call(me)).data.role).toBe('admin')
    expect(performance.now() - began).toBeLessThan(1_000)
    const cut = waitForDisconnect(socket)
    began = performance.now()
    await manager.call(switchOffPerson, { params })
    await cut
    expect(await client.refused(websocketToken)).toMatchObject({ status: 401 })
    expect(await (await createSameSessionClient(client, a)).refused(refresh)).toMatchObject({ status: 401 })
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it('a tenant that is switched off at one loses HTTP, sockets and its leads’ lines at the other', async () => {
    const platform = await createTenant(a, { platform: true })
    const own = await createTenant(b)
    const client = await b.client(own.staff.phone)
    const socket = await openTestSocket(origins.b, client)
    const lead = await b.client()
    const params = { agentId: own.agentId }
    await lead.call(sendWebchatMessage, { params, body: { content: 'Oi' }, headers: { 'idempotency-key': 'off' } })
    const line = await openEventStream(origins.b, own.agentId, lead, 0)
    const cut = waitForDisconnect(socket)
    await (await a.client(platform.staff.phone)).call(updateTenant, { params: { id: own.tenantId }, body: { active: false } })
    await line.ended
    await cut
    expect(await client.refused(websocketToken)).toMatchObject({ status: 401 })
  })

  it('a ticket opens one socket, at whichever process it comes first', async () => {
    const { token } = (await ana.call(websocketToken)).data
    const tries = await Promise.allSettled(
      [origins.a, origins.b, origins.a, origins.b].map((origin) => connectTestSocket(origin, token)),
    )
    const opened = tries.filter((tried) => tried.status === 'fulfilled')
    expect(opened).toHaveLength(1)
    opened[0]?.value.close()
  })

  it('a lock-out counts attempts at both, and holds at both', async () => {
    const own = await createTenant(a)
    const wrong = async (app: TestApp) =>
      (await app.client()).signIn(own.staff.phone, 'Errada@123').catch((error: Error) => error.message)
    const answers = []
    for (const app of [a, b, a, b, a]) answers.push(await wrong(app))
    for (const answer of answers) expect(answer).toContain('401')
    for (const app of [a, b]) {
      expect(await wrong(app)).toContain('429')
      await expect((await app.client()).signIn(own.staff.phone, TEST_PASSWORD)).rejects.toThrow('429')
    }
  })

  it('PROV-04 a lead’s event stream at one hears what staff write at the other', async () => {
    const own = await createTenant(a)
    const lead = await a.client()
    const params = { agentId: own.agentId }
    await lead.call(sendWebchatMessage, { params, body: { content: 'Oi' }, headers: { 'idempotency-key': 'sse' } })
    const line = await openEventStream(origins.a, own.agentId, lead, 0)
    const [at] = await b.deps.db.tenant(own.tenantId, (tx) =>
      tx.db.select({ leadId: conversations.leadId, conversationId: conversations.id }).from(conversations),
    )
    if (!at) throw new Error('No conversation')
    const staff = await b.client(own.staff.phone)
    await staff.call(sendMessage, { params: at, body: { content: 'Sou uma pessoa' }, headers: { 'idempotency-key': 'sse-1' } })
    const told = await line.hear('message', (data) => data.content === 'Sou uma pessoa')
    expect(told.data).toMatchObject({ role: 'AI' })
    line.close()
  })

  it('jobs are done once: whichever process takes a lead’s turn, the model is asked one time', async () => {
    const own = await createTenant(a)
    const leads = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? a : b).client()))
    await Promise.all(
      leads.map((lead, n) =>
        lead.call(sendWebchatMessage, {
          params: { agentId: own.agentId },
          body: { content: `Bom dia, sou o ${n}` },
          headers: { 'idempotency-key': `job-${n}` },
        }),
      ),
    )
    const answers = () =>
      a.deps.db.tenant(own.tenantId, (tx) => tx.db.select({ id: messages.id }).from(messages).where(eq(messages.role, 'AI')))
    await waitUntil(answers, (rows) => rows.length >= leads.length)
    expect(await answers()).toHaveLength(leads.length)
    const asked = llm.requests.filter(({ messages: said }) => said.some(({ content }) => content?.includes('Bom dia, sou o')))
    expect(asked).toHaveLength(leads.length)
  })

  describe('with Redis away', () => {
    it('sends land, nobody is signed out, health says degraded, and everybody catches up when it is back', async () => {
      const there = await joined(origins.b, await createSameSessionClient(ana, b))
      const ready = async (app: TestApp) =>
        JSON.parse((await (await app.client()).raw({ method: 'GET', url: '/readyz' })).body) as { status: string }
      expect(await ready(b)).toEqual({ status: 'ok' })
      installation.line.cut()
      await waitUntil(
        () => ready(b),
        ({ status }) => status === 'degraded',
      )
      const sent = await ana.call(sendMessage, {
        params: place,
        body: { content: 'No escuro' },
        headers: { 'idempotency-key': 'dark' },
      })
      expect(sent.data?.message?.content).toBe('No escuro')
      // New sign-ins and sockets still work.
      const late = await openTestSocket(origins.b, await b.client(tenant.operator.phone))
      late.close()
      const cut = waitForDisconnect(there)
      installation.line.mend()
      // The client is disconnected, so that it reconnects and fetches the events that it missed.
      await cut
      expect(there.heard('lead').map((event) => event.message.content)).not.toContain('No escuro')
      // A client may be disconnected again if the other process recovers a moment later; it then reconnects once more.
      const hears = async () => {
        const again = await joined(origins.b, await createSameSessionClient(ana, b))
        const gaveUp = waitForDisconnect(again).then(() => false)
        await ana.call(sendMessage, { params: place, body: { content: 'De volta' } })
        const heard = await Promise.race([again.hear('lead').then(() => true), gaveUp])
        again.close()
        return heard
      }
      await waitUntil(hears)
      await waitUntil(
        () => ready(b),
        ({ status }) => status === 'ok',
      )
    })

    it('a process starts and serves all the same', async () => {
      installation.line.cut()
      const third = await installation.start()
      const client = await third.client(tenant.staff.phone)
      const sent = await client.call(sendMessage, { params: place, body: { content: 'Sozinho' } })
      expect(sent.data?.message?.content).toBe('Sozinho')
      expect(third.deps.cluster.state()).toBe('apart')
      installation.line.mend()
      await waitUntil(() => third.deps.cluster.state() === 'whole')
      await third.close()
    })

    it('a session that ends meanwhile is still cut off everywhere, by the look that every process takes', async () => {
      const client = await a.client(tenant.admin.phone)
      const other = await createSameSessionClient(client, b)
      const socket = await openTestSocket(origins.b, other)
      installation.line.cut()
      const cut = waitForDisconnect(socket)
      await client.call(logout)
      await cut
      expect(await other.refused(websocketToken)).toMatchObject({ status: 401 })
      installation.line.mend()
    })
  })
})
