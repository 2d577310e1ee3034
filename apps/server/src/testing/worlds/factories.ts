import { hash as argon2 } from '@node-rs/argon2'
import { v7 as uuid } from 'uuid'
import { insertVersions } from '../../features/agents/versions/change-agent.ts'
import { agents, conversations, leads, messages } from '../../platform/database/schema/conversations/conversations.ts'
import { userPhones, users } from '../../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import { TEST_PASSWORD, type TestApp } from '../harness/test-app.ts'

let counter = 0
/** Parameters of a cheap password hash. A stored hash contains its cost, so sign-ins of test users are fast. */
const QUICK_HASH_PARAMETERS = { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined

export interface TestTenant {
  tenantId: string
  agentId: string
  domain: string
  /** One user of each role. */
  staff: TestUser
  admin: TestUser
  operator: TestUser
}

export interface TestUser {
  id: string
  phone: string
  name: string
}

/** A tenant with an agent and a user of each role. */
export async function createTenant({ deps }: TestApp, options: { platform?: boolean } = {}): Promise<TestTenant> {
  passwordHash ??= argon2(TEST_PASSWORD, QUICK_HASH_PARAMETERS)
  const hash = await passwordHash
  const n = ++counter
  const tenantId = uuid()
  const agentId = uuid()
  const domain = `tenant${n}-${tenantId.slice(-6)}.test`
  const people = (['staff', 'admin', 'operator'] as const).map((role, i) => ({
    id: uuid(),
    phone: `+5511${String(900_000_000 + n * 10 + i)}`,
    name: `${['Ana', 'Bruno', 'Carla'][i]} da Silva ${n}`,
    role,
  }))
  await deps.db.system(async (tx) => {
    await tx.db.insert(tenants).values({ id: tenantId, name: `Tenant ${n}`, domain, platform: options.platform ?? false })
    await tx.db.insert(users).values(people.map((person) => ({ tenantId, ...person, passwordHash: hash })))
    await tx.db.insert(userPhones).values(people.map(({ id, phone }) => ({ tenantId, userId: id, phone })))
    const agent = await tx.db.insert(agents).values({ tenantId, id: agentId, name: 'Clara', type: 'SDR' }).returning()
    await insertVersions(tx, agent, { publishedBy: null, publishedAt: deps.clock.now() })
  })
  const [staff, admin, operator] = people as unknown as [TestUser, TestUser, TestUser]
  return { tenantId, agentId, domain, staff, admin, operator }
}

export interface TestConversation {
  leadId: string
  conversationId: string
}

interface ConversationOptions {
  name?: string
  company?: string
  phone?: string
  /**
   * One letter per message, oldest first: `h` from the lead, `a` from the agent, `m` manual. The last message is dated `at`, each earlier
   * one a minute before the next.
   */
  history?: string
  at?: Date
  pause?: boolean
}

/** Creates a lead with a conversation and its messages directly in the database. */
export async function createConversation(
  { deps }: TestApp,
  tenant: TestTenant,
  options: ConversationOptions = {},
): Promise<TestConversation> {
  const { name = 'Marina Lopes', company = null, phone = null, history = '', at = new Date(), pause = false } = options
  const { tenantId, agentId } = tenant
  const leadId = uuid()
  const conversationId = uuid()
  const roles = [...history]
  const time = (index: number) => new Date(at.getTime() - (roles.length - 1 - index) * 60_000)
  const last = (which: (role: string) => boolean) => {
    const index = roles.findLastIndex(which)
    return index < 0 ? null : time(index)
  }
  await deps.db.tenant(tenantId, async (tx) => {
    await tx.db
      .insert(leads)
      .values({ tenantId, id: leadId, agentId, name, company, phone, phoneKey: phone?.slice(1) ?? null, pause })
    await tx.db.insert(conversations).values({
      tenantId,
      id: conversationId,
      leadId,
      agentId,
      channel: 'webchat',
      lastSeq: roles.length,
      leadMessages: roles.filter((role) => role === 'h').length,
      answeredSeq: roles.length,
      lastClientMessageAt: last((role) => role === 'h'),
      lastAgentMessageAt: last((role) => role !== 'h'),
      updatedAt: at,
    })
    if (roles.length === 0) return
    await tx.db.insert(messages).values(
      roles.map((role, index) => ({
        tenantId,
        conversationId,
        seq: index + 1,
        id: uuid(),
        role: role === 'h' ? ('humano' as const) : ('AI' as const),
        manual: role === 'm',
        content: `Mensagem ${index + 1}`,
        leadMessages: roles.slice(0, index + 1).filter((r) => r === 'h').length,
        createdAt: time(index),
      })),
    )
  })
  return { leadId, conversationId }
}
