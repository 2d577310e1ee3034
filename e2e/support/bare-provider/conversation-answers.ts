import { type BareAnswers, buildSuccess, throwNotFound } from './bare-answer.ts'
import { type BareConversation, type BareData, createBareMessage } from './bare-data.ts'

/** Answers about agents, conversations and leads, exactly as in section 7. */

const getNewestMessageTime = ({ history }: BareConversation, isLead: boolean) =>
  history.findLast(({ role }) => (role === 'humano') === isLead)?.timestamp

const toListedConversation = (conversation: BareConversation) => ({
  _id: conversation.id,
  lead_id: conversation.lead._id,
  lead_name: conversation.lead.name,
  name: conversation.lead.name,
  phone: conversation.phone,
  lead_empresa: conversation.lead.company,
  conversation_status: 'active',
  status_message: 'Em conversa',
  stage: 'pitch',
  needs_attention: conversation.needsAttention,
  total_messages: conversation.history.length,
  last_client_message_at: getNewestMessageTime(conversation, true),
  last_agent_message_at: getNewestMessageTime(conversation, false),
  updated_at: conversation.history.at(-1)?.timestamp,
  unreadCount: conversation.unread,
  lead_context_summary: 'Procura um apartamento de dois quartos.',
})

const listTenantConversations = (world: BareData, tenantId: string) => (tenantId === world.home ? world.conversations : [])

const findConversation = (
  world: BareData,
  tenantId: string,
  { leadId = '', conversationId = '' }: Readonly<Record<string, string>>,
) =>
  listTenantConversations(world, tenantId).find(({ id, lead }) => id === conversationId && lead._id === leadId) ?? throwNotFound()

const findLead = (world: BareData, tenantId: string, leadId = '') =>
  listTenantConversations(world, tenantId).find(({ lead }) => lead._id === leadId)?.lead ?? throwNotFound()

export const conversationAnswers: BareAnswers = {
  'GET /agents': ({ world, user }) => ({
    success: true,
    data: {
      agents: (user.tenant.id === world.home ? world.agents : []).map((agent) => ({
        ...agent,
        summary: { totalLeadsLifetime: 10, totalLeadsToday: 1, totalActiveConversations: 8 },
      })),
    },
  }),
  'GET /agents/:id': ({ world, params }) => buildSuccess(world.agents.find(({ _id }) => _id === params.id) ?? throwNotFound()),
  'GET /conversations/agents/:agentId': ({ world, user, params }) => ({
    success: true,
    data: {
      conversations: listTenantConversations(world, user.tenant.id)
        .filter(({ lead }) => lead.agent_id === params.agentId)
        .map(toListedConversation),
    },
  }),
  'GET /conversations/lead/:leadId/:conversationId': ({ world, user, params }) => {
    const conversation = findConversation(world, user.tenant.id, params)
    return buildSuccess({ ...toListedConversation(conversation), history: conversation.history })
  },
  'POST /conversations/lead/:leadId/:conversationId/messages': ({ world, user, params, body, tell }) => {
    const conversation = findConversation(world, user.tenant.id, params)
    const message = createBareMessage('AI', String(body.content), new Date().toISOString(), true)
    conversation.history.push(message)
    tell(conversation, message)
    return { success: true }
  },
  'PATCH /conversations/lead/:leadId/:conversationId/attention': ({ world, user, params, body }) => {
    const conversation = findConversation(world, user.tenant.id, params)
    conversation.needsAttention = body.needs_attention === true
    return buildSuccess({ needs_attention: conversation.needsAttention })
  },
  // Contains only `data`, as in the table of the specification.
  'GET /conversations/unread-counts': ({ world, user }) => ({
    data: {
      unreadCounts: listTenantConversations(world, user.tenant.id)
        .filter(({ unread }) => unread > 0)
        .map(({ id, unread }) => ({ conversationId: id, unreadCount: unread })),
    },
  }),
  'POST /conversations/unread-counts-for-conversations': ({ world, user, body }) => {
    const asked = Array.isArray(body.conversationIds) ? body.conversationIds : []
    const counts = listTenantConversations(world, user.tenant.id).filter(({ id }) => asked.includes(id))
    return { data: { unreadCounts: Object.fromEntries(counts.map(({ id, unread }) => [id, unread])) } }
  },
  'POST /conversations/:conversationId/mark-read': ({ world, user, params }) => {
    const conversation =
      listTenantConversations(world, user.tenant.id).find(({ id }) => id === params.conversationId) ?? throwNotFound()
    conversation.unread = 0
    return null
  },
  'GET /leads': ({ world, user }) => ({ data: listTenantConversations(world, user.tenant.id).map(({ lead }) => lead) }),
  'GET /leads/:id': ({ world, user, params }) => buildSuccess(findLead(world, user.tenant.id, params.id)),
  'GET /leads/phone/:phone': ({ world, user, params }) =>
    buildSuccess(
      listTenantConversations(world, user.tenant.id).find(({ phone }) => phone === params.phone)?.lead ?? throwNotFound(),
    ),
  'PATCH /leads/:id/pause': ({ world, user, params, body }) => {
    const lead = findLead(world, user.tenant.id, params.id)
    lead.pause = body.pause === true
    return buildSuccess({ pause: lead.pause })
  },
  'PATCH /leads/:id/archive': ({ world, user, params, body }) => {
    const lead = findLead(world, user.tenant.id, params.id)
    lead.archive = body.archive === true
    return buildSuccess({ archive: lead.archive })
  },
}
