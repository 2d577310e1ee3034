import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import type { Message } from '@prosa/contract/entities/conversations/message'

let counter = 0
/** Returns an id that is unique across tests, so that no test uses cached data of another test. */
export const createUniqueId = (name: string): string => `${name}-${++counter}`

export const buildConversation = (overrides: Partial<Conversation> = {}): Conversation => ({
  _id: 'c1',
  lead_id: 'l1',
  lead_name: 'Marina Lopes',
  lead_empresa: 'Açaí Vivo',
  phone: '+5511987654321',
  conversation_status: 'active',
  status_message: 'Proposta enviada',
  stage: 'pitch',
  needs_attention: false,
  total_messages: 12,
  last_client_message_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
  unreadCount: 0,
  ...overrides,
})

export const buildMessage = (overrides: Partial<Message> = {}): Message => ({
  message_id: createUniqueId('m'),
  role: 'humano',
  content: 'Oi, quanto custa?',
  timestamp: new Date().toISOString(),
  type: 'text',
  ...overrides,
})

export const buildLead = (overrides: Partial<Lead> = {}): Lead => ({
  _id: 'l1',
  created_at: new Date(2026, 10, 12, 9, 14).toISOString(),
  origin: 'Instagram',
  pause: false,
  archive: false,
  ...overrides,
})
