import { createHash, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { agents, conversations, leads } from '../../../kernel/db/schema/conversations.ts'
import { tenants } from '../../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'

const COOKIE = 'prosa_visitor'
const COOKIE_DAYS = 365

export interface ChatAgent {
  tenantId: string
  agentId: string
  name: string
  company: string
  timeZone: string
}

/** Returns the agent of a public chat page. @throws 404 if it does not exist, or it or its organisation is deactivated */
export async function findChatAgent({ db }: Pick<Deps, 'db'>, agentId: string): Promise<ChatAgent> {
  if (!isUuid(agentId)) throw errors.notFound()
  const [row] = await db.system((tx) =>
    tx.db
      .select({
        tenantId: agents.tenantId,
        agentId: agents.id,
        name: agents.name,
        company: tenants.name,
        timeZone: tenants.timezone,
      })
      .from(agents)
      .innerJoin(tenants, ofTenant(agents, tenants.id))
      .where(and(eq(agents.id, agentId), eq(agents.active, true), eq(tenants.active, true))),
  )
  if (!row) throw errors.notFound()
  return row
}

/** Returns the hash of a visitor's secret that is stored, so that cookies cannot be derived from the database. */
export const channelKeyOf = (secret: string): string => `webchat:${createHash('sha256').update(secret).digest('base64url')}`

export const visitorSecret = (request: FastifyRequest): string | null => {
  const value = request.cookies[COOKIE]
  return value && /^[\w-]{32}$/.test(value) ? value : null
}

/** Sets a cookie with a new visitor secret, for this agent's page only, and returns the secret. */
export function rememberVisitor(reply: FastifyReply, agentId: string, secure: boolean): string {
  const secret = randomBytes(24).toString('base64url')
  reply.setCookie(COOKIE, secret, {
    path: `/api/webchat/${agentId}`,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: COOKIE_DAYS * 86_400,
  })
  return secret
}

/** Returns the channel key of the visitor of this request. A new visitor gets a cookie. */
export const visitorOf = (request: FastifyRequest, reply: FastifyReply, agentId: string, secure: boolean): string =>
  channelKeyOf(visitorSecret(request) ?? rememberVisitor(reply, agentId, secure))

/** Returns the visitor's conversation with this agent, or null before its first message. */
export async function findVisitorConversation(
  { db }: Pick<Deps, 'db'>,
  agent: ChatAgent,
  secret: string | null,
): Promise<{ leadId: string; conversationId: string; lastSeq: number } | null> {
  if (!secret) return null
  const { tenantId, agentId } = agent
  const [row] = await db.tenant(tenantId, (tx) =>
    tx.db
      .select({ leadId: leads.id, conversationId: conversations.id, lastSeq: conversations.lastSeq })
      .from(leads)
      .innerJoin(
        conversations,
        ofTenant(conversations, leads.tenantId, eq(conversations.leadId, leads.id), eq(conversations.channel, 'webchat')),
      )
      .where(ofTenant(leads, tenantId, eq(leads.agentId, agentId), eq(leads.channelKey, channelKeyOf(secret)))),
  )
  return row ?? null
}
