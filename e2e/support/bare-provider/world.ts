import { ACCOUNTS } from '../accounts.ts'

/** In-memory data of the bare provider, with exactly the fields of section 3 of the specification. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

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

let minted = 0
export const mint = (kind: string): string => `${kind}-${++minted}`
export const at = (ago: number): string => new Date(Date.now() - ago).toISOString()

const tenant = (name: string, domain: string) => ({ id: mint('tenant'), name, domain, active: true, created_at: at(900 * HOUR) })
const agent = (name: string, type: string) => ({ _id: mint('agent'), name, type, active: true, created_at: at(900 * HOUR) })

const NAMES = ['Bianca Prado', 'Caio Farias', 'Dora Lemos', 'Elias Nunes', 'Flora Dias', 'Gil Ramos', 'Helena Brito', 'Ivo Sales']

export const messageOf = (role: BareMessage['role'], content: string, timestamp: string, manual = false): BareMessage => ({
  message_id: mint('message'),
  role,
  content,
  timestamp,
  type: 'text',
  manual,
  status: 'processed',
})

/** Creates a conversation whose latest message is from the lead. */
export const conversationOf = (agentId: string, name: string, { messages = 4, ago = HOUR } = {}): BareConversation => {
  const history = Array.from({ length: messages }, (_, index) => {
    const isLead = (messages - index) % 2 === 1
    return messageOf(
      isLead ? 'humano' : 'AI',
      `${isLead ? 'Pergunta' : 'Resposta'} ${index + 1}`,
      at(ago + (messages - index) * MINUTE),
    )
  })
  const lead: BareLead = {
    _id: mint('lead'),
    created_at: at(ago + 48 * HOUR),
    origin: 'site',
    pause: false,
    archive: false,
    agent_id: agentId,
    name,
    company: 'Padaria Real',
  }
  const phone = `+55119${String(80_000_000 + minted).padStart(8, '0')}`
  return { id: mint('conversation'), lead, phone, needsAttention: false, unread: 0, history }
}

/** Creates a new world with the users of the demo. */
export const createWorld = () => {
  const aurora = tenant('Aurora Imóveis', 'aurora.local')
  const tenants = [aurora, tenant('Clínica Vitta', 'vitta.local'), tenant('Prosa', 'prosa.local')]
  const [, vitta = aurora, platform = aurora] = tenants
  const homes = { staff: aurora, admin: aurora, operator: aurora, otherTenant: vitta, platform }
  const users = Object.entries(ACCOUNTS).map(([who, { phone, role }]) => ({
    id: mint('user'),
    phone: `+55${phone}`,
    name: `Ana ${who}`,
    tenant: homes[who as keyof typeof homes],
    role: role as string,
    isActive: true,
    created_at: at(500 * HOUR),
    updated_at: at(500 * HOUR),
  }))
  const agents = [agent('Clara', 'SDR'), agent('Bento', 'CLOSER'), agent('Nina', 'POST_SALE')]
  const conversations = agents.flatMap(({ _id }) => NAMES.map((name, index) => conversationOf(_id, name, { ago: index * HOUR })))
  const [sdr] = agents
  if (sdr) {
    conversations.push(conversationOf(sdr._id, 'Longa Conversa', { messages: 300, ago: 9 * HOUR }))
    conversations.push(conversationOf(sdr._id, 'Fora do Prazo', { ago: 30 * HOUR }))
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

export type World = ReturnType<typeof createWorld>
export type BareUser = World['users'][number]

export interface BareInvitation {
  id: string
  token: string
  expiresAt: string
  user: { email: string; name: string; role: string }
  created_at: string
  status: 'PENDING'
  tenant: { id: string; domain: string }
}
