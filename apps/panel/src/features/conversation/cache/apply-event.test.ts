import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { describe, expect, it } from 'vitest'
import { applyListUpdateEvent, applyMessageEvent, createFirstSeenCheck, pickNewerConversation } from './apply-event.ts'

const conversation: Conversation = {
  _id: 'c1',
  lead_id: 'l1',
  stage: 'pitch',
  conversation_status: 'active',
  needs_attention: false,
  total_messages: 10,
  unreadCount: 1,
  last_client_message_at: '2026-11-18T12:00:00.000Z',
  last_agent_message_at: '2026-11-18T12:00:00.000Z',
  updated_at: '2026-11-18T12:00:00.000Z',
}
const message = (fields: Partial<Message> = {}): Message => ({
  message_id: 'm1',
  role: 'humano',
  content: 'Oi',
  timestamp: '2026-11-18T12:05:00.000Z',
  ...fields,
})
const newMessage = { messageId: 'm1', role: 'humano', timestamp: '2026-11-18T12:05:00.000Z' } as const

describe('a message', () => {
  it('a reaction and its end change nothing of the conversation', () => {
    for (const emoji of ['❤️', null])
      for (const role of ['humano', 'AI'] as const) {
        const reaction = { ...message(), role, type: 'reaction', reaction: { to: 'm0', emoji } }
        expect(applyMessageEvent(conversation, { message: reaction }, true)).toBe(conversation)
      }
  })

  it('MSG-14 raises total_messages by exactly 1', () => {
    expect(applyMessageEvent(conversation, { message: message() }, true).total_messages).toBe(11)
    expect(applyListUpdateEvent(conversation, { leadId: 'l1', newMessage }, true).total_messages).toBe(11)
    expect(applyMessageEvent({ _id: 'c', lead_id: 'l' }, { message: message() }, true).total_messages).toBe(1)
  })

  it('MSG-14 counts once when two events tell of it, in either order', () => {
    for (const order of ['lead first', 'list first']) {
      const isFirst = createFirstSeenCheck()
      const lead = (c: Conversation) => applyMessageEvent(c, { message: message() }, isFirst('m1'))
      const list = (c: Conversation) => applyListUpdateEvent(c, { leadId: 'l1', newMessage }, isFirst('m1'))
      const after = order === 'lead first' ? list(lead(conversation)) : lead(list(conversation))
      expect(after, order).toMatchObject({ total_messages: 11, unreadCount: 2 })
    }
  })

  it('MSG-14 with figures of the provider nothing is counted on top of them', () => {
    const event = { leadId: 'l1', newMessage, total_messages: 11, unreadCount: 2 }
    const counted = applyMessageEvent(conversation, { message: message() }, true)
    expect(applyListUpdateEvent(counted, event, false)).toMatchObject({ total_messages: 11, unreadCount: 2 })
    expect(applyListUpdateEvent(conversation, event, true)).toMatchObject({ total_messages: 11, unreadCount: 2 })
  })

  it('MSG-15 moves the time of whoever spoke, in both spellings', () => {
    const human = applyMessageEvent(conversation, { message: message({ role: 'HUMAN' }) }, true)
    expect(human.last_client_message_at).toBe('2026-11-18T12:05:00.000Z')
    expect(human.last_agent_message_at).toBe('2026-11-18T12:00:00.000Z')
    const agent = applyMessageEvent(conversation, { message: message({ role: 'AGENT' }) }, true)
    expect(agent.last_agent_message_at).toBe('2026-11-18T12:05:00.000Z')
    expect(agent).toMatchObject({ last_client_message_at: '2026-11-18T12:00:00.000Z', unreadCount: 1 })
  })

  it('MSG-15 a late message counts and does not turn the time back', () => {
    const late = applyMessageEvent(conversation, { message: message({ timestamp: '2026-11-18T11:00:00.000Z' }) }, true)
    expect(late).toMatchObject({ total_messages: 11, last_client_message_at: '2026-11-18T12:00:00.000Z' })
  })
})

describe('a list update', () => {
  it('MSG-16 overwrites status, stage, attention, totals and times that are present', () => {
    const event = {
      leadId: 'l1',
      conversation_status: 'closed',
      status_message: 'Encerrada',
      stage: 'fechamento',
      needs_attention: true,
      total_messages: 40,
      last_client_message_at: '2026-11-18T13:00:00.000Z',
      last_agent_message_at: '2026-11-18T13:01:00.000Z',
      updated_at: '2026-11-18T13:01:00.000Z',
    }
    const { leadId: _, ...told } = event
    expect(applyListUpdateEvent(conversation, event, true)).toEqual({ ...conversation, ...told })
  })

  it('MSG-16 leaves what is absent and takes null as said', () => {
    const after = applyListUpdateEvent(
      { ...conversation, status_message: 'Em dia' },
      { leadId: 'l1', status_message: null },
      true,
    )
    expect(after).toEqual({ ...conversation, status_message: null })
  })

  it('MSG-16 an older update changes no status but still brings its message', () => {
    const event = { leadId: 'l1', newMessage, stage: 'conexao', updated_at: '2026-11-18T11:59:59.000Z' }
    expect(applyListUpdateEvent(conversation, event, true)).toMatchObject({ stage: 'pitch', total_messages: 11 })
  })

  it('does not change its argument', () => {
    const frozen = Object.freeze({ ...conversation })
    expect(() => applyListUpdateEvent(frozen, { leadId: 'l1', newMessage, stage: 'x' }, true)).not.toThrow()
  })
})

it('forgets the oldest message ids, not the newest', () => {
  const isFirst = createFirstSeenCheck(2)
  expect(['a', 'b', 'c'].map(isFirst)).toEqual([true, true, true])
  expect(isFirst('c')).toBe(false)
  expect(isFirst('a')).toBe(true)
})

it('EVENT-10 a snapshot that is older than what events told does not win', () => {
  const old = { ...conversation, updated_at: '2026-11-18T11:00:00.000Z' }
  expect(pickNewerConversation(conversation, old)).toBe(conversation)
  expect(pickNewerConversation(old, conversation)).toBe(conversation)
  expect(pickNewerConversation(undefined, old)).toBe(old)
})
