import { createHash, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { agents, conversations, leads } from '../../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'

const VISITOR_COOKIE = 'prosa_visitor'
const VISITOR_COOKIE_DAYS = 365

export interface ChatAgent {
  tenantId: string
  agentId: string
  name: string
  company: string
  timeZone: string
}

/** Returns the agent of a public chat page. @throws 404 if the agent does not exist, or if the agent or its organisation is deactivated */
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
      .innerJoin(tenants, whereTenant(agents, tenants.id))
      .where(and(eq(agents.id, agentId), eq(agents.active, true), eq(tenants.active, true))),
  )
  if (!row) throw errors.notFound()
  return row
}

/**
 * Returns the key that identifies a visitor in the database. It is a hash, so that an attacker cannot derive the visitor's cookie from the
 * database.
 */
export const toVisitorChannelKey = (secret: string): string =>
  `webchat:${createHash('sha256').update(secret).digest('base64url')}`

export const getVisitorSecret = (request: FastifyRequest): string | null => {
  const value = request.cookies[VISITOR_COOKIE]
  return value && /^[\w-]{32}$/.test(value) ? value : null
}

/** Creates a visitor secret, sets it as a cookie for the chat page of this agent, and returns it. */
export function setVisitorCookie(reply: FastifyReply, agentId: string, secure: boolean): string {
  const secret = randomBytes(24).toString('base64url')
  reply.setCookie(VISITOR_COOKIE, secret, {
    path: `/api/webchat/${agentId}`,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: VISITOR_COOKIE_DAYS * 86_400,
  })
  return secret
}

/** Returns the key of the visitor who sent this request. Sets a cookie for a new visitor. */
export const getOrCreateVisitorKey = (request: FastifyRequest, reply: FastifyReply, agentId: string, secure: boolean): string =>
  toVisitorChannelKey(getVisitorSecret(request) ?? setVisitorCookie(reply, agentId, secure))

/** Returns the visitor's conversation with this agent. Returns null if the visitor has not sent a message yet. */
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
        whereTenant(conversations, leads.tenantId, eq(conversations.leadId, leads.id), eq(conversations.channel, 'webchat')),
      )
      .where(whereTenant(leads, tenantId, eq(leads.agentId, agentId), eq(leads.channelKey, toVisitorChannelKey(secret)))),
  )
  return row ?? null
}
