import * as calls from '@prosa/contract/calls/conversations/conversations'
import { archiveLead, getLead, pauseLead } from '@prosa/contract/calls/conversations/leads'
import { listTemplates } from '@prosa/contract/calls/whatsapp/channels'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agents, conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { openTestSocket } from '../../../testing/harness/test-socket.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { sendMessage } from '../outbound/send-message.ts'

let test: TestApp
let tenant: TestTenant
let staff: Client
beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  const { agentId } = tenant
  await test.deps.db.system(async (tx) => {
    await tx.db.update(agents).set({ active: false }).where(eq(agents.id, agentId))
  })
})
afterAll(() => test.close())

let counter = 0

/** Creates two leads for the same person, one for each identifier. `join` delivers a message with both identifiers. */
async function twoOfOne() {
  const n = ++counter
  const { tenantId, agentId } = tenant
  const say = (keys: { phone?: boolean; user?: boolean }, content: string) =>
    test.app.modules.conversations.receiveMessage({
      tenantId,
      agentId,
      channel: 'webchat',
      channelKey: keys.phone ? `phone:${n}` : null,
      channelUserKey: keys.user ? `user:${n}` : null,
      lead: { origin: 'Site' },
      content,
      key: `said:${n}:${content}`,
    })
  const placeOf = ({ leadId, conversationId }: Awaited<ReturnType<typeof say>>) => ({ leadId, conversationId })
  const first = placeOf(await say({ phone: true }, 'Um'))
  const second = placeOf(await say({ user: true }, 'Outro'))
  return { first, second, join: () => say({ phone: true, user: true }, 'O mesmo') }
}

const send = async (params: { leadId: string; conversationId: string }, content: string, key: string) => {
  const { data } = await staff.call(calls.sendMessage, { params, body: { content }, headers: { 'idempotency-key': key } })
  return data?.message?.message_id
}

const saying = (content: string) =>
  test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.select().from(messages).where(eq(messages.content, content)))

describe('a conversation that was joined to another', () => {
  it('is not there any more, whatever is asked of it (docs/decisions/007), and who has it open is told where it goes on', async () => {
    const { first, second: params, join } = await twoOfOne()
    const { socket, send: ask, hear } = await openTestSocket(await test.listen(), staff)
    const answer = await ask('join_conversation', { leadId: params.leadId, userId: 'x', tenantId: 'x' })
    const { data } = await staff.call(calls.getConversation, { params })
    // The answer contains the newest sequence number, so that the client need not fetch messages that it already has.
    expect(answer).toEqual({ ok: true, lastSeq: { [params.conversationId]: data.history.at(-1)?.seq } })
    await join()
    const { leadId, conversationId } = params
    const refusals = [
      staff.refused(calls.getConversation, { params }),
      staff.refused(calls.sendMessage, { params, body: { content: 'Ainda aí?' } }),
      staff.refused(calls.setAttention, { params, body: { needs_attention: true } }),
      staff.refused(calls.markRead, { params: { conversationId }, body: { leadId } }),
      staff.refused(listTemplates, { params }),
    ]
    for (const refusal of await Promise.all(refusals)) expect(refusal).toMatchObject({ status: 404 })
    expect(await hear('conversation_joined')).toEqual({ ...params, into: first })
    expect(await ask('join_conversation', { leadId, userId: 'x', tenantId: 'x' })).toMatchObject({ ok: false })
    socket.close()
    expect(await saying('Ainda aí?')).toEqual([])
  })

  it('stays out of every list, also when its lead is brought back, and a list that shows it is told to drop it', async () => {
    const before = new Date()
    const { second, join } = await twoOfOne()
    await join()
    await staff.call(archiveLead, { params: { id: second.leadId }, body: { archive: false } })
    const listed = async (query: Record<string, string>) =>
      (await staff.call(calls.listConversations, { params: { agentId: tenant.agentId }, query })).data.conversations.filter(
        ({ _id }) => _id === second.conversationId,
      )
    expect(await listed({})).toEqual([])
    expect(await listed({ archive: 'true' })).toEqual([])
    expect(await listed({ updated_since: before.toISOString() })).toMatchObject([{ archive: true, total_messages: 0 }])
  })

  it('PROV-04 a send that is repeated after the join gets its first message back, however often joined', async () => {
    const { first, second, join } = await twoOfOne()
    const id = await send(second, 'Uma vez só', 'k1')
    const other = await send(first, 'A mesma chave, outra conversa', 'k1')
    await join()
    expect(await send(second, 'Uma vez só', 'k1')).toBe(id)
    expect(await send(first, 'A mesma chave, outra conversa', 'k1')).toBe(other)
    expect(
      await staff.refused(calls.sendMessage, {
        params: second,
        body: { content: 'Outro texto' },
        headers: { 'idempotency-key': 'k1' },
      }),
    ).toMatchObject({ status: 409 })
    // The merged conversation is merged into a third.
    const third = (await twoOfOne()).first
    await test.deps.db.system(async (tx) => {
      await tx.db.execute(sql`UPDATE leads SET channel_user_key = 'third' WHERE id = ${third.leadId}`)
      await tx.db.execute(sql`UPDATE leads SET created_at = '2020-01-01' WHERE id = ${third.leadId}`)
    })
    await test.app.modules.conversations.receiveMessage({
      tenantId: tenant.tenantId,
      agentId: tenant.agentId,
      channel: 'webchat',
      channelKey: (await keyOf(first.leadId)) ?? null,
      channelUserKey: 'third',
      lead: { origin: 'Site' },
      content: 'Todos um',
      key: 'all-one',
    })
    expect(await send(second, 'Uma vez só', 'k1')).toBe(id)
    expect(await saying('Uma vez só')).toHaveLength(1)
  })

  it('PROV-04 a send and its repetitions around the moment of the join make one message at most @wide', async () => {
    const { staff: person, tenantId } = tenant
    const who = {
      tenantId,
      userId: person.id,
      sessionId: '',
      name: person.name,
      role: 'staff',
      permissions: null,
      isPlatformUser: false,
    }
    for (let round = 0; round < 25; round++) {
      const { second, join } = await twoOfOne()
      const content = `Rodada ${round}`
      const tell = async (): Promise<string | null> => {
        try {
          // Calls the function directly, because the rate limit of HTTP is too low.
          return (
            await sendMessage(test.deps, { ...test.app.modules, leads: { pauseAfterManualMessage: async () => {} } }, who, {
              ...second,
              content,
              key: { clientKey: `round-${round}`, requestHash: `hash-${round}` },
            })
          ).message_id
        } catch (error) {
          if (!(error instanceof AppError) || error.statusCode !== 404) throw error
          return null
        }
      }
      // When the merge happens, some requests are in progress and some messages are already stored.
      const early = round % 3 === 0 ? [] : [tell()]
      if (round % 3 === 2) await early[0]
      const joined = join()
      const told = await Promise.all([...early, tell(), tell(), joined.then(tell)])
      told.push(await tell())
      const stored = await saying(content)
      expect(stored.length).toBeLessThanOrEqual(1)
      if (round % 3 === 2) expect(stored).toHaveLength(1)
      expect(new Set(told.filter((id) => id !== null))).toEqual(new Set(stored.map(({ id }) => id)))
      // A request that was rejected before its message was stored gets it with the last retry.
      expect(told.at(-1)).toBe(stored[0]?.id ?? null)
    }
    const emptied = await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.select().from(conversations).where(eq(conversations.status, 'closed')),
    )
    expect(emptied.filter(({ lastSeq }) => lastSeq > 0)).toEqual([])
  })
})

it('CALL-22 a pause with an end is over when it comes, also where its lead turned out to be another @wide', async () => {
  const { first, second, join } = await twoOfOne()
  const until = new Date(Date.now() + 1_500).toISOString()
  await staff.call(pauseLead, { params: { id: second.leadId }, body: { pause: true, until } })
  const resumed = new Promise<void>((resolve) => {
    test.deps.bus.on('conversation.changed', ({ conversation }) => {
      if (conversation.lead_id === first.leadId && !conversation.pause) resolve()
    })
  })
  await join()
  const params = { id: first.leadId }
  expect((await staff.call(getLead, { params })).data).toMatchObject({ pause: true, pause_until: until })
  await resumed
  expect((await staff.call(getLead, { params })).data).toMatchObject({ pause: false, pause_until: null })
})

const keyOf = async (leadId: string): Promise<string | null | undefined> => {
  const { rows } = await test.deps.db.tenant(tenant.tenantId, (tx) =>
    tx.db.execute(sql`SELECT channel_key FROM leads WHERE id = ${leadId}`),
  )
  return rows[0]?.['channel_key'] as string | null | undefined
}
