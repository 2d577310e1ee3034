import * as calls from '@prosa/contract/calls/conversations/conversations'
import { type ServerEventName, serverEvents } from '@prosa/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DomainEvent, type DomainEventName, type DomainEvents, domainEvent } from '../../../platform/events/domain-events.ts'
import type { Client } from '../../harness/client.ts'
import { startTestApp, type TestApp } from '../../harness/test-app.ts'
import { openTestSocket, type TestSocket } from '../../harness/test-socket.ts'
import { createConversation, createTenant, type TestConversation, type TestTenant } from '../../worlds/factories.ts'

type TestedEventName = Exclude<ServerEventName, 'mark_read_error'>

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
  socket = await openTestSocket(origin, ana)
  const mine = { userId: tenant.staff.id, tenantId: tenant.tenantId }
  await socket.send('join_user_room', mine)
  await socket.send('join_conversation', { ...mine, leadId: place.leadId })
})
afterAll(async () => {
  socket.close()
  await test.close()
})

/** Domain events that cause each socket event of the contract. A missing one is a compile error. */
const EVENT_CAUSES: { [N in TestedEventName]: (on: { at: string; who: EventUser }) => Promise<[DomainEvent, ...DomainEvent[]]> } =
  {
    lead: async () => [await buildStoredEvent(), await buildChangedEvent()],
    conversation_list_updated: async ({ who }) => [
      await buildStoredEvent(),
      buildDomainEvent('conversation.changed', { ...who, conversation: (await fetchStoredMessage()).conversation }),
      buildDomainEvent('read.moved', { ...who, ...place, unreadCount: 0 }),
    ],
    conversation_joined: async ({ who }) => [buildDomainEvent('conversation.joined', { ...who, ...place, into: place })],
    message_delivery: async ({ at, who }) => [
      buildDomainEvent('message.delivery', {
        ...who,
        ...place,
        messageId: place.leadId,
        delivery: 'sent',
        deliveryError: null,
        at,
      }),
    ],
    typing_indicator: async ({ at, who }) => {
      const typing = { userId: who.userId, userName: 'Ana', isTyping: true, timestamp: at }
      return [buildDomainEvent('user.typing', { ...who, ...place, socketId: 'another', typing })]
    },
    optimistic_message: async ({ who }) => {
      const sending = { leadId: place.leadId, userId: who.userId, content: 'Olá', userName: 'Ana' }
      return [buildDomainEvent('user.sending', { ...who, ...place, socketId: 'another', sending })]
    },
    agent_typing_indicator: async ({ at, who }) => [
      buildDomainEvent('agent.typing', { ...who, ...place, agentId: tenant.agentId, agentName: 'Clara', isTyping: true, at }),
    ],
    agent_updated: async ({ who }) => [buildDomainEvent('agent.changed', { ...who, agent_id: tenant.agentId, version: 2 })],
    run_updated: async ({ who }) => [
      buildDomainEvent('run.moved', { ...who, agent_id: tenant.agentId, run_id: tenant.agentId, done: 1, total: 2, red: 0 }),
    ],
    lead_updated: async ({ who }) => [buildDomainEvent('lead.changed', { ...who, ...place })],
    channel_updated: async ({ who }) => [
      buildDomainEvent('channel.changed', { ...who, channel: 'whatsapp', accountId: tenant.agentId, status: 'ok' }),
    ],
    access_changed: async ({ who }) => [
      buildDomainEvent('access.changed', who),
      buildDomainEvent('access.changed', { tenantId: who.tenantId }),
    ],
    session_new: async ({ at, who }) => [
      buildDomainEvent('session.new', { ...who, sessionId: tenant.agentId, device: 'Firefox', ip: '127.0.0.1', at }),
    ],
    export_ready: async ({ who }) => [
      buildDomainEvent('export.settled', { ...who, exportId: tenant.agentId, state: 'ready', filename: 'auditoria.csv' }),
    ],
    knowledge_updated: async ({ who: { tenantId } }) => [
      buildDomainEvent('knowledge.changed', { tenantId, source_id: tenant.agentId, state: 'ready' }),
    ],
    knowledge_question: async ({ who: { tenantId } }) => [
      buildDomainEvent('knowledge.question', { tenantId, question_id: tenant.agentId, state: 'open' }),
    ],
    budget_updated: async ({ who: { tenantId } }) => [buildDomainEvent('budget.moved', { tenantId, state: 'near' })],
    storage_updated: async ({ who: { tenantId } }) => [buildDomainEvent('storage.moved', { tenantId, state: 'near' })],
    session_ended: async ({ who }) => [buildDomainEvent('sessions.ended', { ...who, code: 'TOKEN_INVALID' })],
  }

interface EventUser {
  tenantId: string
  userId: string
}

const buildDomainEvent = <N extends DomainEventName>(name: N, payload: DomainEvents[N]) => ({ name, payload }) as DomainEvent
const fetchStoredMessage = async () => {
  const { history, ...conversation } = (await ana.call(calls.getConversation, { params: place })).data
  const [message] = history
  if (!message) throw new Error('The conversation has no message')
  return { conversation, message }
}
const buildStoredEvent = async () =>
  buildDomainEvent('message.stored', { tenantId: tenant.tenantId, ...(await fetchStoredMessage()) })
const buildChangedEvent = async () =>
  buildDomainEvent('message.changed', { tenantId: tenant.tenantId, ...place, message: (await fetchStoredMessage()).message })

describe('every event of the contract is told to whom it concerns, as the contract has it', () => {
  // The event that disconnects the socket comes last.
  const names = Object.keys(EVENT_CAUSES) as TestedEventName[]
  it.each(names)('%s', async (name) => {
    const who = { tenantId: tenant.tenantId, userId: tenant.staff.id }
    for (const event of await EVENT_CAUSES[name]({ at: new Date().toISOString(), who })) {
      const before = socket.heard(name).length
      // Serialises the event as if it came from another process.
      test.deps.bus.publish(domainEvent.parse(JSON.parse(JSON.stringify(event))))
      // The test socket parses every event with the contract's schema.
      await socket.hear(name, () => socket.heard(name).length > before)
      expect(socket.heard(name)).toHaveLength(before + 1)
    }
  })

  it('G31 only the mark that fails after its answer is never told: here the answer itself says so', () => {
    const silent = (Object.keys(serverEvents) as ServerEventName[]).filter(
      (name) => 'never' in test.app.modules.socketEvents[name],
    )
    expect(silent).toEqual(['mark_read_error'])
  })
})
