import { expect, it } from 'vitest'
import { clientEvents, serverEvents } from './events.ts'

const at = '2026-11-20T12:00:00.000Z'
const message = { message_id: 'm1', role: 'humano', content: 'Oi', timestamp: at }

/** The real-time events of section 7 with all their fields. */
const emitted = {
  join_user_room: { userId: 'u1', tenantId: 't1' },
  join_conversation: { leadId: 'l1', userId: 'u1', tenantId: 't1' },
  leave_conversation: { leadId: 'l1' },
  typing_start: { leadId: 'l1', userName: 'Ana', userId: 'u1' },
  typing_stop: { leadId: 'l1', userName: 'Ana', userId: 'u1' },
  optimistic_message: { tempMessageId: 'x1', content: 'Oi', userName: 'Ana', timestamp: at, userId: 'u1', leadId: 'l1' },
}
const received = {
  lead: { leadId: 'l1', message },
  typing_indicator: { userId: 'u1', userName: 'Ana', isTyping: true, timestamp: at },
  agent_typing_indicator: { leadId: 'l1', agentId: 'a1', agentName: 'Sofia', isAgentTyping: true, timestamp: at },
  conversation_list_updated: { leadId: 'l1', newMessage: { messageId: 'm1', role: 'AI', timestamp: at } },
  optimistic_message: { leadId: 'l1', userId: 'u1', content: 'Oi', userName: 'Ana' },
  mark_read_error: {},
}

it.each(Object.entries(emitted))('carries %s to the server as specified', (name, payload) => {
  expect(clientEvents[name as keyof typeof emitted].parse(payload)).toEqual(payload)
})

it.each(Object.entries(received))('carries %s to the client as specified', (name, payload) => {
  expect(serverEvents[name as keyof typeof received].parse(payload)).toEqual(payload)
})

it('emits the specified events and no other', () => {
  expect(Object.keys(clientEvents)).toEqual(Object.keys(emitted))
  expect(Object.keys(serverEvents)).toEqual(expect.arrayContaining(Object.keys(received)))
})

it.each([
  ['no fields', {}],
  ['a number for an id', { leadId: 7 }],
  ['an id without end', { leadId: 'x'.repeat(65) }],
  ['nothing', null],
])('refuses leave_conversation with %s', (_what, payload) => {
  expect(clientEvents.leave_conversation.safeParse(payload).success).toBe(false)
})
