import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { login, signInForm } from '../calls/accounts/auth.ts'
import { completeOnboarding, validateInvitation } from '../calls/accounts/onboarding.ts'
import { user } from './accounts/user.ts'
import { AGENT_TYPES, agent, agentType, getAgentTypeLabel } from './agents/agent.ts'
import { conversation, conversationWithHistory, getStageLabel, STAGES } from './conversations/conversation.ts'
import { lead } from './conversations/lead.ts'
import { isLeadRole, message, messageRole, messageStatus } from './conversations/message.ts'
import { calendarStatus } from './organisation/calendar.ts'
import { invitation } from './organisation/invitation.ts'
import { tenant } from './organisation/tenant.ts'

const at = '2026-11-20T12:00:00.000Z'

const aUser = {
  id: 'u1',
  phone: '+5511987654321',
  name: 'Ana Souza',
  tenant: { id: 't1', name: 'Aurora', domain: 'aurora.local', active: true },
  role: 'staff',
  isActive: true,
  created_at: at,
  updated_at: at,
}
const aMessage = {
  message_id: 'm1',
  role: 'humano',
  content: 'Oi',
  timestamp: at,
  type: 'text',
  manual: false,
  status: 'processed',
}
const aConversation = {
  _id: 'c1',
  lead_id: 'l1',
  lead_name: 'Bia',
  name: 'Bia',
  phone: '+5511987654321',
  lead_empresa: 'Padaria',
  conversation_status: 'active',
  status_message: 'Aguardando',
  stage: 'pitch',
  needs_attention: false,
  total_messages: 2,
  last_client_message_at: at,
  last_agent_message_at: at,
  updated_at: at,
  unreadCount: 0,
  lead_context_summary: 'Quer comprar',
}
const anAgent = { _id: 'a1', name: 'Sofia', type: 'SDR', active: true, created_at: at }
const aTenant = { id: 't1', name: 'Aurora', domain: 'aurora.local', active: true, created_at: at }
const summary = { totalLeadsLifetime: 10, totalLeadsToday: 1, totalActiveConversations: 3 }

/** Parsing removes unknown fields, so equality proves that the schema contains every listed field. */
const schemaExamples: readonly [title: string, schema: z.ZodMiniType, value: object][] = [
  ['ENT-01 user, without its optional fields', user, aUser],
  ['ENT-01 user, whole', user, { ...aUser, email: 'ana@aurora.local', permissions: ['dashboard:read'] }],
  ['ENT-05 agent, without a summary', agent, anAgent],
  ['ENT-05 agent, whole', agent, { ...anAgent, summary }],
  ['ENT-07 conversation in a list', conversation, aConversation],
  ['ENT-07 conversation, whole', conversationWithHistory, { ...aConversation, history: [aMessage] }],
  ['ENT-08 message, whole', message, aMessage],
  [
    'ENT-09 lead, whole',
    lead,
    { _id: 'l1', created_at: at, origin: 'site', pause: false, archive: false, agent_id: 'a1', name: 'Bia', company: 'Padaria' },
  ],
  [
    'ENT-11 invitation, whole',
    invitation,
    {
      id: 'i1',
      expiresAt: at,
      user: { email: 'bia@aurora.local', name: 'Bia', role: 'staff' },
      created_at: at,
      status: 'PENDING',
      tenant: { id: 't1', domain: 'aurora.local' },
    },
  ],
  ['ENT-13 tenant, without a summary', tenant, aTenant],
  ['ENT-13 tenant, whole', tenant, { ...aTenant, summary: { users: 3 } }],
  ['ENT-14 calendar status, whole', calendarStatus, { isAuthorized: true, email: 'ana@gmail.com', authorizedAt: at }],
  ['calendar status, as the call answers it', calendarStatus, { isAuthorized: false, email: null }],
]

it('ENT-08 a message is by one of the two, in one of four states, and needs neither type, manual nor status', () => {
  const bare = { message_id: 'm1', role: 'AI', content: 'Oi', timestamp: at }
  expect(message.parse(bare)).toEqual(bare)
  for (const status of ['waiting', 'done', 'error', 'processed'])
    expect(message.parse({ ...bare, status })).toMatchObject({ status })
  for (const wrong of [{ status: 'sent' }, { role: 'bot' }, { manual: 'yes' }, { content: 1 }, { timestamp: 1 }])
    expect(message.safeParse({ ...bare, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
})

it('ENT-11 an invitation does not go without when it ends, to whom and to where', () => {
  const whole = {
    id: 'i1',
    expiresAt: at,
    user: { email: 'bia@aurora.local', name: null, role: 'staff' },
    created_at: at,
    status: 'PENDING',
    tenant: { id: 't1', domain: 'aurora.local' },
  }
  expect(invitation.parse(whole)).toEqual(whole)
  for (const field of Object.keys(whole))
    expect(invitation.safeParse({ ...whole, [field]: undefined }).success, field).toBe(false)
})

it('ENT-12 what an invitee is shown has token, user, tenant and the end; what is sent back has name, phone if any, and password', () => {
  const data = {
    token: 'tok',
    user: { id: 'u1', email: 'bia@aurora.local', name: 'Bia', role: 'staff' },
    tenant: { id: 't1', name: 'Aurora', domain: 'aurora.local' },
    invitation: { expiresAt: at },
  }
  expect(validateInvitation.answer.parse({ success: true, data })).toEqual({ success: true, data })
  expect(validateInvitation.answer.safeParse({ success: true, data: { ...data, invitation: {} } }).success).toBe(false)
  const body = { name: 'Bia Lopes', password: 'Prosa@2026' }
  expect(completeOnboarding.body.parse(body)).toEqual(body)
  expect(completeOnboarding.body.safeParse({ ...body, phone: '+5511987654321' }).success).toBe(true)
  for (const wrong of [{ name: 'B' }, { password: 'fraca' }, { phone: '+551' }])
    expect(completeOnboarding.body.safeParse({ ...body, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
})

describe('HTTP-07 takes what a provider sends that knows the specification only', () => {
  it.each(schemaExamples)('%s', (_title, schema, value) => {
    expect(schema.parse(value)).toEqual(value)
  })

  it('a conversation and a lead with nothing but what identifies them', () => {
    expect(conversation.parse({ _id: 'c1', lead_id: 'l1' })).toEqual({ _id: 'c1', lead_id: 'l1' })
    expect(lead.parse({ _id: 'l1', created_at: at })).toEqual({ _id: 'l1', created_at: at })
    expect(message.parse({ message_id: 'm1', role: 'AI', content: '', timestamp: at })).toMatchObject({ role: 'AI' })
  })

  it('fields that nobody listed, which it drops', () => {
    expect(agent.parse({ ...anAgent, colour: 'red' })).toEqual(anAgent)
  })
})

it('ENT-02 signs in with phone, password and rememberMe (default false), and reads the answer with a positive expiresIn', () => {
  expect(signInForm.parse({ phone: aUser.phone, password: 'x' })).toEqual({
    phone: aUser.phone,
    password: 'x',
    rememberMe: false,
  })
  const data = { user: aUser, accessToken: 'a', refreshToken: 'r', expiresIn: 900 }
  const answer = { success: true, message: 'ok', data, fieldErrors: {} }
  expect(login.answer.parse(answer)).toEqual(answer)
  for (const expiresIn of [0, -1, '900'])
    expect(login.answer.safeParse({ ...answer, data: { ...data, expiresIn } }).success).toBe(false)
})

it('says each required sign-in field in its own words', () => {
  const messages = signInForm.safeParse({ phone: '', password: '' }).error?.issues.map((issue) => issue.message)
  expect(messages).toEqual(['Telefone é obrigatório.', 'A senha é obrigatória.'])
  expect(signInForm.safeParse({ phone: '+551', password: '1' }).error?.issues.map((issue) => issue.message)).toEqual([
    'Telefone inválido.',
  ])
})

it('AGENTS-08 labels agent types, both spellings of after-sales alike', () => {
  expect(AGENT_TYPES.map(getAgentTypeLabel)).toEqual(['SDR', 'Pós-venda', 'Pós-venda', 'Closer'])
  expect(agentType.safeParse('BOT').success).toBe(false)
})

it('VIEW-07 labels stages and keeps them in the order of the funnel', () => {
  expect(STAGES.map((stage) => [stage, getStageLabel(stage)])).toEqual([
    ['conexao', 'Conexão'],
    ['inicializacao', 'Inicialização'],
    ['qualificacao', 'Qualificação'],
    ['pitch', 'Pitch'],
    ['agendamento', 'Agendamento'],
    ['fechamento', 'Fechamento'],
  ])
  expect(getStageLabel('outra')).toBe('outra')
})

it('MSG-17 takes both spellings of each role and no third one', () => {
  expect(['humano', 'HUMAN', 'AI', 'AGENT'].map((role) => isLeadRole(messageRole.parse(role)))).toEqual([
    true,
    true,
    false,
    false,
  ])
  for (const role of ['system', 'user', 'Humano', '']) expect(messageRole.safeParse(role).success).toBe(false)
})

it('knows the four statuses of a message', () => {
  expect(['waiting', 'done', 'error', 'processed'].every((status) => messageStatus.safeParse(status).success)).toBe(true)
  expect(messageStatus.safeParse('sent').success).toBe(false)
})
