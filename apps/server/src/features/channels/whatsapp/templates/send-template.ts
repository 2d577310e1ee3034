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
import { findNumber, type NumberRow } from '../numbers/numbers.ts'
import { fillTemplate, type TemplateValues } from './fill-template.ts'
import { getCurrentTemplates } from './get-current-templates.ts'
import { presentForConversation } from './present-template.ts'

interface ConversationIds {
  leadId: string
  conversationId: string
}

/**
 * Returns the WhatsApp number of a conversation (null on other channels), and whether the conversation was merged into another one.
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
    const number = row.channel === 'whatsapp' && row.accountId ? await findNumber(tx, tenantId, row.accountId) : null
    return { number, isJoined: row.mergedInto !== null }
  })
}

type TemplateDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp'>

const listNumberTemplates = async (deps: TemplateDeps, number: NumberRow): Promise<MessageTemplate[]> =>
  (await getCurrentTemplates(deps, number)).flatMap((row) => presentForConversation(row) ?? [])

/**
 * Returns the templates that a user can choose in a conversation; those that cannot be sent come last.
 * @throws 404 if the conversation does not exist or was merged; otherwise like `getCurrentTemplates`
 */
export async function listConversationTemplates(
  deps: TemplateDeps,
  tenantId: string,
  place: ConversationIds,
): Promise<readonly MessageTemplate[]> {
  const { number, isJoined } = await findConversationNumber(deps, tenantId, place)
  if (isJoined) throw errors.notFound()
  const templates = number ? await listNumberTemplates(deps, number) : []
  return templates.toSorted((a, b) => Number(!!a.unsupported) - Number(!!b.unsupported))
}

/**
 * Sends an approved template with a user's values. Takes the text from Meta's template, never from the client.
 * @throws 404 if the conversation or the file does not exist, 400 if the template does not exist or the values are invalid
 */
export async function sendTemplate(
  deps: TemplateDeps,
  conversations: Pick<Conversations, 'send'>,
  who: Identity,
  place: ConversationIds,
  wanted: TemplateValues & { name: string; language: string; key: IdempotencyKey | null },
): Promise<Message> {
  // Accepts a merged conversation too, so that a repeated request for a message that was sent before the merge succeeds.
  const { number } = await findConversationNumber(deps, who.tenantId, place)
  const templates = number ? await listNumberTemplates(deps, number) : []
  const template = templates.find(({ name, language }) => name === wanted.name && language === wanted.language)
  if (!template) throw errors.invalid('Este modelo não existe ou ainda não foi aprovado.', { name: 'Modelo desconhecido.' })
  const { outgoing, wording, file, place: location } = fillTemplate(template, wanted)
  const carried = { ...(file ? { file } : {}), ...(location ? { carried: { location } } : {}) }
  return conversations.send(who, { ...place, content: wording, key: wanted.key, template: outgoing, ...carried })
}
