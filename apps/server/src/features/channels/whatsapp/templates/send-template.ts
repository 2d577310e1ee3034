import type { Message } from '@prosa/contract/entities/conversations/message'
import type { MessageTemplate } from '@prosa/contract/entities/whatsapp/channel'
import { eq } from 'drizzle-orm'
import type { Identity } from '../../../../platform/access/identity.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { conversations } from '../../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import type { IdempotencyKey } from '../../../../platform/http/calls/idempotency-key.ts'
import type { Conversations } from '../../../conversations/ports.ts'
import { findWhatsAppNumber, type WhatsAppNumberRow } from '../numbers/numbers.ts'
import { fillTemplate, type TemplateValues } from './fill-template.ts'
import { getCurrentTemplates } from './get-current-templates.ts'
import { presentTemplateForConversation } from './present-template.ts'

interface ConversationIds {
  leadId: string
  conversationId: string
}

/**
 * Returns the WhatsApp number of a conversation, and whether the conversation was merged into another one. The number is null on other
 * channels.
 * @throws 404 if the conversation does not exist
 */
function findConversationNumber({ db }: Pick<Deps, 'db'>, tenantId: string, { leadId, conversationId }: ConversationIds) {
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db
      .select({
        channel: conversations.channel,
        accountId: conversations.channelAccountId,
        mergedInto: conversations.mergedInto,
      })
      .from(conversations)
      .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId), eq(conversations.leadId, leadId)))
    if (!row) throw errors.notFound()
    const number = row.channel === 'whatsapp' && row.accountId ? await findWhatsAppNumber(tx, tenantId, row.accountId) : null
    return { number, isMerged: row.mergedInto !== null }
  })
}

type TemplateDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp'>

const listNumberTemplates = async (deps: TemplateDeps, number: WhatsAppNumberRow): Promise<MessageTemplate[]> =>
  (await getCurrentTemplates(deps, number)).flatMap((row) => presentTemplateForConversation(row) ?? [])

/**
 * Returns the templates for a conversation. Templates that cannot be sent come last.
 * @throws 404 if the conversation does not exist or was merged; otherwise like `getCurrentTemplates`
 */
export async function listConversationTemplates(
  deps: TemplateDeps,
  tenantId: string,
  conversationIds: ConversationIds,
): Promise<readonly MessageTemplate[]> {
  const { number, isMerged } = await findConversationNumber(deps, tenantId, conversationIds)
  if (isMerged) throw errors.notFound()
  const templates = number ? await listNumberTemplates(deps, number) : []
  return templates.toSorted((a, b) => Number(!!a.unsupported) - Number(!!b.unsupported))
}

/**
 * Sends an approved template with a user's values. The text comes from Meta's template, never from the client.
 * @throws 404 if the conversation or the file does not exist, 400 if the template does not exist or the values are invalid
 */
export async function sendTemplate(
  deps: TemplateDeps,
  conversations: Pick<Conversations, 'sendMessage'>,
  identity: Identity,
  conversationIds: ConversationIds,
  request: TemplateValues & { name: string; language: string; key: IdempotencyKey | null },
): Promise<Message> {
  // Accepts a merged conversation too, so that a client can repeat a request from before the merge.
  const { number } = await findConversationNumber(deps, identity.tenantId, conversationIds)
  const templates = number ? await listNumberTemplates(deps, number) : []
  const template = templates.find(({ name, language }) => name === request.name && language === request.language)
  if (!template) throw errors.invalid('Este modelo não existe ou ainda não foi aprovado.', { name: 'Modelo desconhecido.' })
  const { template: outgoing, text, file, location } = fillTemplate(template, request)
  const contents = { ...(file ? { file } : {}), ...(location ? { structuredContent: { location } } : {}) }
  return conversations.sendMessage(identity, {
    ...conversationIds,
    content: text,
    key: request.key,
    template: outgoing,
    ...contents,
  })
}
