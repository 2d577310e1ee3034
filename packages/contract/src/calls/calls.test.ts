import { expect, it } from 'vitest'
import { getCallAccess } from '../rules/organisation/access-rules.ts'
import { allCalls } from './all.ts'

const at = '2026-11-20T12:00:00.000Z'
const tenantInside = { id: 't1', name: 'Aurora', domain: 'aurora.local', active: true }
const user = {
  id: 'u1',
  phone: '+5511987654321',
  name: 'Ana',
  tenant: tenantInside,
  role: 'staff',
  isActive: true,
  created_at: at,
  updated_at: at,
}
const tenant = { ...tenantInside, created_at: at }
const agent = { _id: 'a1', name: 'Sofia', type: 'POST_SALE', active: true, created_at: at }
const lead = { _id: 'l1', created_at: at, pause: false, archive: false }
const conversation = { _id: 'c1', lead_id: 'l1' }
const ok = { success: true }
const answer = (data: unknown) => ({ success: true, data })
const list = { search: 'ana', page: '1', limit: '20', sortOrder: 'desc', paginate: 'true' }
const password = 'Prosa@2026'

interface Row {
  query?: object
  body?: object
  answer: object
}

/** The calls of section 7: a request body, and the minimal answer of a provider that implements only the specification. */
const specifiedCalls: Readonly<Record<string, Row>> = {
  'POST /auth/login': {
    body: { phone: user.phone, password },
    answer: { ...answer({ user, accessToken: 'a', refreshToken: 'r', expiresIn: 900 }), message: 'm', fieldErrors: {} },
  },
  'GET /auth/me': { answer: answer(user) },
  'POST /auth/refresh': { answer: ok },
  'POST /auth/logout': { answer: ok },
  'POST /auth/logout-all': { answer: ok },
  'POST /auth/change-password': { body: { currentPassword: 'x', newPassword: password }, answer: ok },
  'GET /auth/sessions': {
    answer: answer({ sessions: [{ id: 's1', userAgent: 'x', ip: '::1', createdAt: at, lastUsedAt: at, current: true }] }),
  },
  'GET /auth/websocket-token': { answer: answer({ token: 't' }) },
  'GET /agents': {
    query: { ...list, type: 'SDR', active: 'true', sortBy: 'created_at', includeSummary: 'true' },
    answer: answer({ agents: [agent] }),
  },
  'GET /agents/:id': { query: { includeSummary: 'false' }, answer: answer(agent) },
  'GET /conversations/agents/:agentId': {
    query: { ...list, lead_id: 'l1', phone: '119', conversation_status: 'active', stage: 'pitch', sortBy: 'last_message' },
    answer: answer({ conversations: [conversation] }),
  },
  'GET /conversations/lead/:leadId/:conversationId': { answer: answer({ ...conversation, history: [] }) },
  'POST /conversations/lead/:leadId/:conversationId/messages': { body: { content: 'oi' }, answer: ok },
  'PATCH /conversations/lead/:leadId/:conversationId/attention': {
    body: { needs_attention: true },
    answer: answer({ needs_attention: true }),
  },
  'GET /conversations/unread-counts': { answer: answer({ unreadCounts: [{ conversationId: 'c1', unreadCount: 2 }] }) },
  'POST /conversations/unread-counts-for-conversations': {
    body: { conversationIds: ['c1'] },
    answer: answer({ unreadCounts: { c1: 2 } }),
  },
  'POST /conversations/:conversationId/mark-read': { body: { leadId: 'l1' }, answer: ok },
  'GET /leads': { query: { ...list, agent_id: 'a1', origin: 'site', sortBy: 'created_at' }, answer: answer({ leads: [lead] }) },
  'GET /leads/:id': { answer: answer(lead) },
  'GET /leads/phone/:phone': { answer: answer(lead) },
  'PATCH /leads/:id/pause': { body: { pause: true }, answer: answer({ pause: true }) },
  'PATCH /leads/:id/archive': { body: { archive: true }, answer: answer({ archive: true }) },
  'POST /users/invite': { body: { email: 'bia@aurora.local', tenantDomain: 'aurora.local', role: 'operator' }, answer: ok },
  'GET /users/invitations': {
    answer: answer([
      {
        id: 'i1',
        expiresAt: at,
        user: { email: 'b@c.de', name: 'B', role: 'staff' },
        created_at: at,
        status: 'PENDING',
        tenant: { id: 't1', domain: 'd' },
      },
    ]),
  },
  'DELETE /users/invitations/:id': { answer: { success: true, message: 'm' } },
  'POST /users/invitations/generate-token': { body: { userId: 'u1' }, answer: answer({ token: 't' }) },
  'GET /onboarding/:token': {
    answer: answer({ user: { email: 'b@c.de' }, tenant: { name: 'Aurora' }, invitation: { expiresAt: at } }),
  },
  'POST /onboarding/:token': {
    body: { name: 'Bia Souza', phone: user.phone, password },
    answer: { ...answer({ token: 't', user }), message: 'm' },
  },
  'GET /tenants': {
    query: { ...list, active: 'true', domain: 'aurora', sortBy: 'summary.users', includeSummary: 'true' },
    answer: answer([tenant]),
  },
  'GET /tenants/:id': { query: { includeSummary: 'false' }, answer: answer(tenant) },
  'GET /tenants/domain/:domain': { query: { includeSummary: 'false' }, answer: answer(tenant) },
  'POST /tenants': { body: { name: 'Vitta', domain: 'vitta.local' }, answer: answer(tenant) },
  'PUT /tenants/:id': { body: { active: false }, answer: answer(tenant) },
  'GET /google-calendar/auth-url': { answer: { url: 'https://accounts.example/' } },
  'GET /google-calendar/oauth2callback': { query: { code: 'x' }, answer: { email: 'ana@gmail.com' } },
  'GET /google-calendar/auth-status': { answer: { isAuthorized: true, email: 'ana@gmail.com' } },
  'DELETE /google-calendar/revoke': { answer: ok },
  'POST /google-calendar/create-event': {
    body: { leadId: 'l1', title: 'Visita', start: at, end: at },
    answer: { id: 'e1', htmlLink: 'https://calendar.example/', start: at, end: at },
  },
}

const findCall = (line: string) => {
  const call = allCalls.find(({ method, path }) => `${method} ${path}` === line)
  if (!call) throw new Error(`The contract lacks ${line}`)
  return call
}

it.each(Object.entries(specifiedCalls))('%s takes and answers what section 7 lists', (line, row) => {
  const call = findCall(line)
  expect(call.query.parse(row.query ?? {})).toBeDefined()
  if (row.body) expect(Object.keys(call.body.parse(row.body) as object)).toEqual(expect.arrayContaining(Object.keys(row.body)))
  else expect(call.body.parse(undefined)).toBeUndefined()
  expect(call.answer.parse(row.answer)).toEqual(row.answer)
})

it('has every call once, by name and by place, each with a sentence', () => {
  expect(Object.keys(specifiedCalls)).toHaveLength(38)
  expect(new Set(allCalls.map(({ name }) => name)).size).toBe(allCalls.length)
  expect(new Set(allCalls.map(({ method, path }) => `${method} ${path}`)).size).toBe(allCalls.length)
  for (const { summary } of allCalls) expect(summary).toMatch(/\.$/)
})

it('names a parameter for every place of a path', () => {
  for (const { path, params } of allCalls) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    expect(params.safeParse({}).success, path).toBe(names.length === 0)
    // The parameter of a file part or a version is a number; every other parameter is a string.
    const values = names.map((name) => [name, name === 'n' ? '1' : 'x'])
    expect(params.safeParse(Object.fromEntries(values)).success, path).toBe(true)
  }
})

it('reads tenants as an array or under tenants, and calendar answers at the top or under data (G12)', () => {
  const nested = answer({ tenants: [tenant] })
  expect(findCall('GET /tenants').answer.parse(nested)).toEqual(nested)
  const wrapped = { success: true, data: { url: 'https://accounts.example/' } }
  expect(findCall('GET /google-calendar/auth-url').answer.parse(wrapped)).toEqual(wrapped)
})

it('takes the parameters of ours on the conversation list, and refuses unknown ones', () => {
  const { query } = findCall('GET /conversations/agents/:agentId')
  expect(
    query.parse({ needs_attention: 'true', archive: 'false', unread: 'true', cursor: 'x', updated_since: at }),
  ).toMatchObject({
    needs_attention: true,
    archive: false,
    unread: true,
  })
  expect(query.safeParse({ tenant_id: 't2' }).success).toBe(false)
  expect(query.safeParse({ limit: '101' }).success).toBe(false)
})

it('only these calls are public', () => {
  const open = allCalls.filter((call) => getCallAccess(call).kind === 'public').map(({ name }) => name)
  expect(open.sort()).toEqual([
    'askPasswordReset',
    'checkPasswordReset',
    'checkSetup',
    'completeOnboarding',
    'completePasswordReset',
    'createWebchatFile',
    'getWebchatMedia',
    'login',
    'logout',
    'openWebchat',
    'passkeyOptions',
    'passkeySignIn',
    'putWebchatFilePart',
    'refresh',
    'secondStep',
    'secondStepMethods',
    'sendWebchatMessage',
    'setUp',
    'validateInvitation',
  ])
})
