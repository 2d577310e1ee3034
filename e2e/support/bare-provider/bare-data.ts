import { DEMO_USERS } from '../accounts.ts'

/** In-memory data of the bare provider, with exactly the fields of section 3 of the specification. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export interface BareMessage {
  message_id: string
  role: 'humano' | 'AI'
  content: string
  timestamp: string
  type: 'text'
  manual: boolean
  status: 'processed'
}

export interface BareLead {
  _id: string
  created_at: string
  origin: string
  pause: boolean
  archive: boolean
  agent_id: string
  name: string
  company: string
}

export interface BareConversation {
  id: string
  lead: BareLead
  phone: string
  needsAttention: boolean
  unread: number
  history: BareMessage[]
}

let createdIdCount = 0
export const createBareId = (kind: string): string => `${kind}-${++createdIdCount}`
export const getTimestampBefore = (ago: number): string => new Date(Date.now() - ago).toISOString()

const createBareTenant = (name: string, domain: string) => ({
  id: createBareId('tenant'),
  name,
  domain,
  active: true,
  created_at: getTimestampBefore(900 * HOUR_MS),
})
const createBareAgent = (name: string, type: string) => ({
  _id: createBareId('agent'),
  name,
  type,
  active: true,
  created_at: getTimestampBefore(900 * HOUR_MS),
})

const LEAD_NAMES = [
  'Bianca Prado',
  'Caio Farias',
  'Dora Lemos',
  'Elias Nunes',
  'Flora Dias',
  'Gil Ramos',
  'Helena Brito',
  'Ivo Sales',
]

export const createBareMessage = (
  role: BareMessage['role'],
  content: string,
  timestamp: string,
  manual = false,
): BareMessage => ({
  message_id: createBareId('message'),
  role,
  content,
  timestamp,
  type: 'text',
  manual,
  status: 'processed',
})

/** Creates a conversation whose latest message is from the lead. */
export const createBareConversation = (agentId: string, name: string, { messages = 4, ago = HOUR_MS } = {}): BareConversation => {
  const history = Array.from({ length: messages }, (_, index) => {
    const isLead = (messages - index) % 2 === 1
    return createBareMessage(
      isLead ? 'humano' : 'AI',
      `${isLead ? 'Pergunta' : 'Resposta'} ${index + 1}`,
      getTimestampBefore(ago + (messages - index) * MINUTE_MS),
    )
  })
  const lead: BareLead = {
    _id: createBareId('lead'),
    created_at: getTimestampBefore(ago + 48 * HOUR_MS),
    origin: 'site',
    pause: false,
    archive: false,
    agent_id: agentId,
    name,
    company: 'Padaria Real',
  }
  const phone = `+55119${String(80_000_000 + createdIdCount).padStart(8, '0')}`
  return { id: createBareId('conversation'), lead, phone, needsAttention: false, unread: 0, history }
}

/** Creates a new world with the users of the demo. */
export const createBareData = () => {
  const aurora = createBareTenant('Aurora Imóveis', 'aurora.local')
  const tenants = [aurora, createBareTenant('Clínica Vitta', 'vitta.local'), createBareTenant('Prosa', 'prosa.local')]
  const [, vitta = aurora, platform = aurora] = tenants
  const homes = { staff: aurora, admin: aurora, operator: aurora, otherTenant: vitta, platform }
  const users = Object.entries(DEMO_USERS).map(([who, { phone, role }]) => ({
    id: createBareId('user'),
    phone: `+55${phone}`,
    name: `Ana ${who}`,
    tenant: homes[who as keyof typeof homes],
    role: role as string,
    isActive: true,
    created_at: getTimestampBefore(500 * HOUR_MS),
    updated_at: getTimestampBefore(500 * HOUR_MS),
  }))
  const agents = [createBareAgent('Clara', 'SDR'), createBareAgent('Bento', 'CLOSER'), createBareAgent('Nina', 'POST_SALE')]
  const conversations = agents.flatMap(({ _id }) =>
    LEAD_NAMES.map((name, index) => createBareConversation(_id, name, { ago: index * HOUR_MS })),
  )
  const [sdr] = agents
  if (sdr) {
    conversations.push(createBareConversation(sdr._id, 'Longa Conversa', { messages: 300, ago: 9 * HOUR_MS }))
    conversations.push(createBareConversation(sdr._id, 'Fora do Prazo', { ago: 30 * HOUR_MS }))
  }
  return {
    tenants,
    users,
    agents,
    conversations,
    /** The only organisation with agents and conversations. */
    home: aurora.id,
    invitations: [] as BareInvitation[],
    /** E-mail address of the connected calendar, by user id. */
    calendars: new Map<string, string>(),
  }
}

export type BareData = ReturnType<typeof createBareData>
export type BareUser = BareData['users'][number]

export interface BareInvitation {
  id: string
  token: string
  expiresAt: string
  user: { email: string; name: string; role: string }
  created_at: string
  status: 'PENDING'
  tenant: { id: string; domain: string }
}
