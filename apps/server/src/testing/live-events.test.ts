import * as calls from '@prosa/contract/calls/conversations'
import { type ServerEventName, serverEvents } from '@prosa/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DomainEvent, type DomainEventName, type DomainEvents, domainEvent } from '../kernel/domain-events.ts'
import type { Client } from './client.ts'
import { createConversation, createTenant, type TestConversation, type TestTenant } from './factories.ts'
import { openSocket, type TestSocket } from './sockets.ts'
import { startTestApp, type TestApp } from './test-app.ts'

type Told = Exclude<ServerEventName, 'mark_read_error'>

let test: TestApp
let tenant: TestTenant
let place: TestConversation
let ana: Client
let socket: TestSocket

beforeAll(async () => {
  test = await startTestApp()
  const origin = await test.listen()
  tenant = await createTenant(test)
  ana = await test.client(tenant.staff.phone)
  place = await createConversation(test, tenant, { history: 'h' })
  socket = await openSocket(origin, ana)
  const mine = { userId: tenant.staff.id, tenantId: tenant.tenantId }
  await socket.send('join_user_room', mine)
  await socket.send('join_conversation', { ...mine, leadId: place.leadId })
})
afterAll(async () => {
  socket.close()
  await test.close()
})

/** Domain events that cause each socket event of the contract. A missing one is a compile error. */
const happenings: { [N in Told]: (on: { at: string; who: Who }) => Promise<[DomainEvent, ...DomainEvent[]]> } = {
  lead: async () => [await stored(), await changed()],
  conversation_list_updated: async ({ who }) => [
    await stored(),
    happening('conversation.changed', { ...who, conversation: (await held()).conversation }),
    happening('read.moved', { ...who, ...place, unreadCount: 0 }),
  ],
  conversation_joined: async ({ who }) => [happening('conversation.joined', { ...who, ...place, into: place })],
  message_delivery: async ({ at, who }) => [
    happening('message.delivery', { ...who, ...place, messageId: place.leadId, delivery: 'sent', deliveryError: null, at }),
  ],
  typing_indicator: async ({ at, who }) => {
    const typing = { userId: who.userId, userName: 'Ana', isTyping: true, timestamp: at }
    return [happening('user.typing', { ...who, ...place, socketId: 'another', typing })]
  },
  optimistic_message: async ({ who }) => {
    const sending = { leadId: place.leadId, userId: who.userId, content: 'Olá', userName: 'Ana' }
    return [happening('user.sending', { ...who, ...place, socketId: 'another', sending })]
  },
  agent_typing_indicator: async ({ at, who }) => [
    happening('agent.typing', { ...who, ...place, agentId: tenant.agentId, agentName: 'Clara', isTyping: true, at }),
  ],
  agent_updated: async ({ who }) => [happening('agent.changed', { ...who, agent_id: tenant.agentId, version: 2 })],
  run_updated: async ({ who }) => [
    happening('run.moved', { ...who, agent_id: tenant.agentId, run_id: tenant.agentId, done: 1, total: 2, red: 0 }),
  ],
  lead_updated: async ({ who }) => [happening('lead.changed', { ...who, ...place })],
  channel_updated: async ({ who }) => [
    happening('channel.changed', { ...who, channel: 'whatsapp', accountId: tenant.agentId, status: 'ok' }),
  ],
  access_changed: async ({ who }) => [happening('access.changed', who), happening('access.changed', { tenantId: who.tenantId })],
  session_new: async ({ at, who }) => [
    happening('session.new', { ...who, sessionId: tenant.agentId, device: 'Firefox', ip: '127.0.0.1', at }),
  ],
  export_ready: async ({ who }) => [
    happening('export.settled', { ...who, exportId: tenant.agentId, state: 'ready', filename: 'auditoria.csv' }),
  ],
  knowledge_updated: async ({ who: { tenantId } }) => [
    happening('knowledge.changed', { tenantId, source_id: tenant.agentId, state: 'ready' }),
  ],
  knowledge_question: async ({ who: { tenantId } }) => [
    happening('knowledge.question', { tenantId, question_id: tenant.agentId, state: 'open' }),
  ],
  budget_updated: async ({ who: { tenantId } }) => [happening('budget.moved', { tenantId, state: 'near' })],
  storage_updated: async ({ who: { tenantId } }) => [happening('storage.moved', { tenantId, state: 'near' })],
  session_ended: async ({ who }) => [happening('sessions.ended', { ...who, code: 'TOKEN_INVALID' })],
}

interface Who {
  tenantId: string
  userId: string
}

const happening = <N extends DomainEventName>(name: N, payload: DomainEvents[N]) => ({ name, payload }) as DomainEvent
const held = async () => {
  const { history, ...conversation } = (await ana.call(calls.getConversation, { params: place })).data
  const [message] = history
  if (!message) throw new Error('The conversation has no message')
  return { conversation, message }
}
const stored = async () => happening('message.stored', { tenantId: tenant.tenantId, ...(await held()) })
const changed = async () => happening('message.changed', { tenantId: tenant.tenantId, ...place, message: (await held()).message })

describe('every event of the contract is told to whom it concerns, as the contract has it', () => {
  // The event that disconnects the socket comes last.
  const names = Object.keys(happenings) as Told[]
  it.each(names)('%s', async (name) => {
    const who = { tenantId: tenant.tenantId, userId: tenant.staff.id }
    for (const event of await happenings[name]({ at: new Date().toISOString(), who })) {
      const before = socket.heard(name).length
      // Serialises the event as if it came from another process.
      test.deps.bus.publish(domainEvent.parse(JSON.parse(JSON.stringify(event))))
      // The test socket parses every event with the contract's schema.
      await socket.hear(name, () => socket.heard(name).length > before)
      expect(socket.heard(name)).toHaveLength(before + 1)
    }
  })

  it('G31 only the mark that fails after its answer is never told: here the answer itself says so', () => {
    const silent = (Object.keys(serverEvents) as ServerEventName[]).filter((name) => 'never' in test.app.parts.live[name])
    expect(silent).toEqual(['mark_read_error'])
  })
})
