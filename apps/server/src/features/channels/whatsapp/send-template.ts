import type { MessageTemplate } from '@prosa/contract/entities/channel'
import type { Message } from '@prosa/contract/entities/message'
import { and, eq } from 'drizzle-orm'
import { conversations } from '../../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import type { Identity } from '../../../kernel/http/identity.ts'
import type { Conversations } from '../../conversations/ports.ts'
import { findNumber } from './numbers.ts'
import { fillTemplate, type ReadTemplates } from './templates.ts'

interface Place {
  leadId: string
  conversationId: string
}

/** The number that a conversation runs over, null on a channel without numbers; and whether it was joined to another. @throws 404 */
function numberOf({ db }: Pick<Deps, 'db'>, tenantId: string, { leadId, conversationId }: Place) {
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db
      .select({
        channel: conversations.channel,
        accountId: conversations.channelAccountId,
        mergedInto: conversations.mergedInto,
      })
      .from(conversations)
      .where(and(eq(conversations.tenantId, tenantId), eq(conversations.id, conversationId), eq(conversations.leadId, leadId)))
    if (!row) throw errors.notFound()
    const number = row.channel === 'whatsapp' && row.accountId ? await findNumber(tx, tenantId, row.accountId) : null
    return { number, isJoined: row.mergedInto !== null }
  })
}

/** What may reopen a conversation. @throws 404, or what reading templates throws */
export async function templatesFor(
  deps: Pick<Deps, 'db'>,
  readTemplates: ReadTemplates,
  tenantId: string,
  place: Place,
): Promise<readonly MessageTemplate[]> {
  const { number, isJoined } = await numberOf(deps, tenantId, place)
  if (isJoined) throw errors.notFound()
  return number ? readTemplates(number) : []
}

/**
 * Sends an approved template, filled by a person. What it says is taken from Meta's own wording, never from the caller.
 * @throws 404 without such a conversation, 400 without such a template or with wrong values
 */
export async function sendTemplate(
  deps: Pick<Deps, 'db'>,
  ports: { readTemplates: ReadTemplates; conversations: Pick<Conversations, 'send'> },
  who: Identity,
  place: Place,
  wanted: { name: string; language: string; header?: string[] | undefined; body?: string[] | undefined; key: string | null },
): Promise<Message> {
  // Of one that was joined to another too: what was sent before may be asked for again.
  const { number } = await numberOf(deps, who.tenantId, place)
  const templates = number ? await ports.readTemplates(number) : []
  const template = templates.find(({ name, language }) => name === wanted.name && language === wanted.language)
  if (!template) throw errors.invalid('Este modelo não existe ou ainda não foi aprovado.', { name: 'Modelo desconhecido.' })
  const { outgoing, wording } = fillTemplate(template, wanted)
  return ports.conversations.send(who, { ...place, content: wording, key: wanted.key, template: outgoing })
}
