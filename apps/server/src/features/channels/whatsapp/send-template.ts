import type { MessageTemplate } from '@prosa/contract/entities/channel'
import type { Message } from '@prosa/contract/entities/message'
import { eq } from 'drizzle-orm'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { conversations } from '../../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import type { RequestKey } from '../../../kernel/http/idempotency-key.ts'
import type { Identity } from '../../../kernel/http/identity.ts'
import type { Conversations } from '../../conversations/ports.ts'
import { fillTemplate, type Given } from './fill-template.ts'
import { findNumber, type NumberRow } from './numbers.ts'
import { forConversation } from './present-template.ts'
import { readTemplates } from './read-templates.ts'

interface Place {
  leadId: string
  conversationId: string
}

/**
 * Returns the number of a conversation, null on a channel without numbers, and whether the conversation was merged into another. @throws
 * 404
 */
function numberOf({ db }: Pick<Deps, 'db'>, tenantId: string, { leadId, conversationId }: Place) {
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db
      .select({
        channel: conversations.channel,
        accountId: conversations.channelAccountId,
        mergedInto: conversations.mergedInto,
      })
      .from(conversations)
      .where(ofTenant(conversations, tenantId, eq(conversations.id, conversationId), eq(conversations.leadId, leadId)))
    if (!row) throw errors.notFound()
    const number = row.channel === 'whatsapp' && row.accountId ? await findNumber(tx, tenantId, row.accountId) : null
    return { number, isJoined: row.mergedInto !== null }
  })
}

type TemplateDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp'>

const chosenFrom = async (deps: TemplateDeps, number: NumberRow): Promise<MessageTemplate[]> =>
  (await readTemplates(deps, number)).flatMap((row) => forConversation(row) ?? [])

/** Returns the templates for a conversation, those that cannot be sent at the end. @throws 404, or like readTemplates */
export async function templatesFor(deps: TemplateDeps, tenantId: string, place: Place): Promise<readonly MessageTemplate[]> {
  const { number, isJoined } = await numberOf(deps, tenantId, place)
  if (isJoined) throw errors.notFound()
  const templates = number ? await chosenFrom(deps, number) : []
  return templates.toSorted((a, b) => Number(!!a.unsupported) - Number(!!b.unsupported))
}

/**
 * Sends an approved template with a user's values. Its text comes from Meta's template, never from the client.
 * @throws 404 if conversation or file do not exist, 400 if the template does not exist or the values are invalid
 */
export async function sendTemplate(
  deps: TemplateDeps,
  conversations: Pick<Conversations, 'send'>,
  who: Identity,
  place: Place,
  wanted: Given & { name: string; language: string; key: RequestKey | null },
): Promise<Message> {
  // Also for a merged conversation, so that a repeated request for an earlier message succeeds.
  const { number } = await numberOf(deps, who.tenantId, place)
  const templates = number ? await chosenFrom(deps, number) : []
  const template = templates.find(({ name, language }) => name === wanted.name && language === wanted.language)
  if (!template) throw errors.invalid('Este modelo não existe ou ainda não foi aprovado.', { name: 'Modelo desconhecido.' })
  const { outgoing, wording, file, place: location } = fillTemplate(template, wanted)
  const carried = { ...(file ? { file } : {}), ...(location ? { carried: { location } } : {}) }
  return conversations.send(who, { ...place, content: wording, key: wanted.key, template: outgoing, ...carried })
}
