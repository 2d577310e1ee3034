import { logoutAll, websocketToken } from '@prosa/contract/calls/accounts/auth'
import * as calls from '@prosa/contract/calls/conversations/conversations'
import { archiveLead, pauseLead } from '@prosa/contract/calls/conversations/leads'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { users } from '../../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { connectTestSocket, openTestSocket, type TestSocket } from '../../testing/harness/test-socket.ts'
import { createConversation, createTenant, type TestConversation, type TestTenant } from '../../testing/worlds/factories.ts'

let test: TestApp
let origin: string
let tenant: TestTenant
let ana: Client
let carla: Client
let place: TestConversation

beforeAll(async () => {
  test = await startTestApp()
  origin = await test.listen()
  tenant = await createTenant(test)
  ana = await test.client(tenant.staff.phone)
  carla = await test.client(tenant.operator.phone)
  place = await createConversation(test, tenant, { history: 'h' })
})
afterAll(() => test.close())

const join = async (socket: TestSocket, { leadId }: { leadId: string }) =>
  socket.send('join_conversation', { leadId, userId: tenant.staff.id, tenantId: tenant.tenantId })

describe('rooms', () => {
  it('EVENT-02 EVENT-07 EVENT-10 a message reaches who is in the conversation and every list of the tenant', async () => {
    const inside = await openTestSocket(origin, ana)
    const outside = await openTestSocket(origin, carla)
    expect(await join(inside, place)).toEqual({ ok: true, lastSeq: { [place.conversationId]: 1 } })
    await carla.call(calls.sendMessage, { params: place, body: { content: 'Olá!' }, headers: { 'idempotency-key': 'live-1' } })
    const told = await inside.hear('lead', (event) => event.message.content === 'Olá!')
    expect(told).toMatchObject({ leadId: place.leadId, message: { role: 'AI', manual: true, client_message_id: 'live-1' } })
    const listed = await outside.hear(
      'conversation_list_updated',
      (event) => event.newMessage?.messageId === told.message.message_id,
    )
    expect(listed).toMatchObject({ leadId: place.leadId, conversationId: place.conversationId, total_messages: told.message.seq })
    expect(outside.heard('lead')).toEqual([])
    inside.close()
    outside.close()
  })

  it('EVENT-03 who left a conversation hears no more of it', async () => {
    const socket = await openTestSocket(origin, ana)
    await join(socket, place)
    expect(await socket.send('leave_conversation', { leadId: place.leadId })).toEqual({ ok: true })
    await carla.call(calls.sendMessage, { params: place, body: { content: 'Depois' } })
    await socket.hear('conversation_list_updated')
    expect(socket.heard('lead')).toEqual([])
    socket.close()
  })

  it('EVENT-03 who leaves while still being let in is out', async () => {
    const socket = await openTestSocket(origin, ana)
    await Promise.all([join(socket, place), socket.send('leave_conversation', { leadId: place.leadId })])
    await carla.call(calls.sendMessage, { params: place, body: { content: 'Sem ouvintes' } })
    await socket.hear('conversation_list_updated')
    expect(socket.heard('lead')).toEqual([])
    socket.close()
  })

  it('EVENT-04 EVENT-05 EVENT-08 EVENT-11 typing and sending show to the others, never to oneself, with the name of the session', async () => {
    const mine = await openTestSocket(origin, ana)
    const hers = await openTestSocket(origin, carla)
    await join(mine, place)
    await join(hers, place)
    const forged = { leadId: place.leadId, userName: 'Outra Pessoa', userId: 'somebody-else' }
    await mine.send('typing_start', forged)
    expect(await hers.hear('typing_indicator')).toMatchObject({
      userId: tenant.staff.id,
      userName: tenant.staff.name,
      isTyping: true,
    })
    await mine.send('typing_stop', forged)
    await hers.hear('typing_indicator', (event) => !event.isTyping)
    await mine.send('optimistic_message', {
      ...forged,
      tempMessageId: 'temp-1',
      content: 'Já vai',
      timestamp: new Date().toISOString(),
    })
    expect(await hers.hear('optimistic_message')).toMatchObject({
      content: 'Já vai',
      tempMessageId: 'temp-1',
      userId: tenant.staff.id,
    })
    expect(mine.heard('typing_indicator')).toEqual([])
    expect(mine.heard('optimistic_message')).toEqual([])
    mine.close()
    hers.close()
  })

  it('RT-11 another tenant’s lead cannot be joined, typed into or heard', async () => {
    const foreign = await createTenant(test)
    const spy = await openTestSocket(origin, await test.client(foreign.staff.phone))
    const real = { leadId: place.leadId, userId: tenant.staff.id, tenantId: tenant.tenantId }
    const unknown = { ...real, leadId: foreign.tenantId }
    expect(await spy.send('join_conversation', real)).toEqual(await spy.send('join_conversation', unknown))
    await spy.send('join_user_room', { userId: tenant.staff.id, tenantId: tenant.tenantId })
    expect(await spy.send('typing_start', { leadId: place.leadId, userName: 'x', userId: 'x' })).toMatchObject({ ok: false })
    const own = await openTestSocket(origin, ana)
    await join(own, place)
    await carla.call(calls.sendMessage, { params: place, body: { content: 'Segredo' } })
    await ana.call(calls.markRead, { params: place, body: { leadId: place.leadId } })
    await own.hear('lead', (event) => event.message.content === 'Segredo')
    expect(spy.heard('lead')).toEqual([])
    expect(spy.heard('conversation_list_updated')).toEqual([])
    expect(own.heard('typing_indicator')).toEqual([])
    spy.close()
    own.close()
  })

  it('EVENT-01 a read position reaches the user’s other windows and nobody else', async () => {
    const fresh = await createConversation(test, tenant, { history: 'hh' })
    const mine = await openTestSocket(origin, ana)
    const hers = await openTestSocket(origin, carla)
    for (const socket of [mine, hers]) await socket.send('join_user_room', { userId: 'ignored', tenantId: 'ignored' })
    await ana.call(calls.markRead, { params: fresh, body: { leadId: fresh.leadId } })
    expect(await mine.hear('conversation_list_updated', (event) => event.conversationId === fresh.conversationId)).toMatchObject({
      unreadCount: 0,
    })
    await ana.call(calls.setAttention, { params: fresh, body: { needs_attention: true } })
    await hers.hear('conversation_list_updated', (event) => event.needs_attention === true)
    expect(hers.heard('conversation_list_updated').filter((event) => event.unreadCount !== undefined)).toEqual([])
    mine.close()
    hers.close()
  })

  it('ROLE-07 pause, archive and attention by any role show live to every colleague', async () => {
    const fresh = await createConversation(test, tenant, { history: 'h' })
    const hers = await openTestSocket(origin, ana)
    const id = { id: fresh.leadId }
    expect((await carla.call(pauseLead, { params: id, body: { pause: true } })).data).toEqual({ pause: true })
    expect((await carla.call(archiveLead, { params: id, body: { archive: true } })).data).toEqual({ archive: true })
    expect((await carla.call(calls.setAttention, { params: fresh, body: { needs_attention: true } })).data).toEqual({
      needs_attention: true,
    })
    await hers.hear(
      'conversation_list_updated',
      (event) => event.pause === true && event.archive === true && event.needs_attention === true,
    )
    await hers.hear('lead_updated', (event) => event.leadId === fresh.leadId)
    hers.close()
  })
})

describe('the door', () => {
  it('CALL-08 RT-04 a ticket opens one socket, once, and nothing else is a ticket', async () => {
    const { token } = (await ana.call(websocketToken)).data
    ;(await connectTestSocket(origin, token)).close()
    const { accessToken } = await (await test.client()).signIn(tenant.staff.phone, 'Senha@123')
    for (const bad of [token, accessToken, '', 'nonsense']) {
      await expect(connectTestSocket(origin, bad)).rejects.toMatchObject({ data: { code: 'TOKEN_INVALID' } })
    }
  })

  it('a malformed event is refused in words and harms nothing', async () => {
    const socket = await openTestSocket(origin, ana)
    const bad: unknown[] = [
      null,
      1,
      'x',
      [],
      {},
      { leadId: 5 },
      { leadId: { $ne: null } },
      { leadId: 'x'.repeat(65), userId: 'a', tenantId: 'b' },
    ]
    for (const payload of bad) {
      expect(await socket.socket.emitWithAck('join_conversation', payload)).toMatchObject({ ok: false })
    }
    socket.socket.emit('typing_start')
    socket.socket.emit('no_such_event', { a: 1 })
    expect(await join(socket, place)).toEqual({ ok: true, lastSeq: expect.any(Object) })
    socket.close()
  })

  it('more events than a person makes are refused', async () => {
    const socket = await openTestSocket(origin, ana)
    const answers = await Promise.all(
      Array.from({ length: 130 }, () => socket.send('leave_conversation', { leadId: place.leadId })),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(100)
    expect(answers.at(-1)).toEqual({ ok: false, code: 'RATE_LIMIT_EXCEEDED' })
    socket.close()
  })

  it('CALL-05 log-out everywhere closes every socket of the user within a second, and no other', async () => {
    const own = await createTenant(test)
    const one = await test.client(own.admin.phone)
    const two = await test.client(own.admin.phone)
    const sockets = [await openTestSocket(origin, one), await openTestSocket(origin, two)]
    const colleague = await openTestSocket(origin, await test.client(own.staff.phone))
    const closed = sockets.map(({ socket }) => new Promise((resolve) => socket.once('disconnect', resolve)))
    await one.call(logoutAll)
    await Promise.all(closed)
    expect(sockets.map((socket) => socket.heard('session_ended'))).toEqual([
      [{ code: 'TOKEN_INVALID' }],
      [{ code: 'TOKEN_INVALID' }],
    ])
    expect(await two.refused(websocketToken)).toMatchObject({ status: 401 })
    expect(colleague.socket.connected).toBe(true)
    colleague.close()
  })

  it('an open socket goes with its session when that expires @wide', async () => {
    const own = await startTestApp()
    const { staff } = await createTenant(own)
    const socket = await openTestSocket(await own.listen(), await own.client(staff.phone))
    const closed = new Promise((resolve) => socket.socket.once('disconnect', resolve))
    own.advance(25 * 3_600_000)
    await closed
    expect(socket.heard('session_ended')).toEqual([{ code: 'TOKEN_INVALID' }])
    await own.close()
  })

  it('PROV-03 a switched-off user or tenant gets no ticket and opens no socket', async () => {
    const own = await createTenant(test)
    const client = await test.client(own.admin.phone)
    const { token } = (await client.call(websocketToken)).data
    await test.deps.db.system((tx) =>
      tx.db
        .update(users)
        .set({ active: false })
        .where(whereTenant(users, own.tenantId, eq(users.id, own.admin.id))),
    )
    test.deps.bus.publish({
      name: 'sessions.ended',
      payload: { tenantId: own.tenantId, userId: own.admin.id, code: 'USER_INACTIVE' },
    })
    await expect(connectTestSocket(origin, token)).rejects.toMatchObject({ data: { code: 'TOKEN_INVALID' } })
    expect(await client.refused(websocketToken)).toMatchObject({ status: 401 })
    await test.deps.db.system((tx) => tx.db.update(tenants).set({ active: false }).where(eq(tenants.id, own.tenantId)))
    const stranger = await test.client()
    await expect(stranger.signIn(own.staff.phone, 'Senha@123')).rejects.toThrow('TENANT_INACTIVE')
  })
})
