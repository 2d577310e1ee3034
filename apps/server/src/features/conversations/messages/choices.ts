import type { Message } from '@prosa/contract/entities/conversations/message'
import { type Choices, choicesShape, type SentChoices } from '@prosa/contract/entities/conversations/structured-content-shape'
import { eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isUuid, type Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { errors } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { toOptionId } from '../../../platform/messages/option-id.ts'
import { toQuoteMeta } from './quote.ts'

const offeredChoices = z.object({ choices: choicesShape })
const pressedButton = z.object({ button: z.string().check(z.minLength(1)) })

/** Returns the answer options of an outgoing message (MEDIA-18), or null if it has none. */
export const getChoices = (meta: unknown): SentChoices | null => offeredChoices.safeParse(meta).data?.choices ?? null

/** Converts answer options to the contract's format, each with the id that an answer refers to. */
export function presentChoices(meta: unknown): Pick<Message, 'choices'> {
  const kept = getChoices(meta)
  if (!kept) return {}
  const { kind, button, options } = kept
  const shown: Choices = {
    kind,
    button: button ?? null,
    options: options.map(({ title, description }, at) => ({ id: toOptionId(at), title, description: description ?? null })),
  }
  return { choices: shown }
}

/** Returns the option that a lead chose: its id, and its title as the text. */
export function presentSelectedChoice({ meta, content }: { meta: unknown; content: string }): Pick<Message, 'choice'> {
  const id = pressedButton.safeParse(meta).data?.button
  return id === undefined ? {} : { choice: { id, title: content } }
}

/** An option that a visitor of the web chat chose. */
export interface ChoiceSelection {
  messageId: string
  option: string
}

/**
 * Returns the stored reference of an answer to its option and message.
 * @throws 400 if the message is not in the conversation, was deleted, or has no option with this text
 */
export async function resolveChoiceMeta(
  tx: Tx,
  tenantId: string,
  { messageId, option }: ChoiceSelection,
  { conversationId, content }: { conversationId: string; content: string },
): Promise<JsonObject> {
  const [row] = isUuid(messageId)
    ? await tx.db
        .select()
        .from(messages)
        .where(
          whereTenant(
            messages,
            tenantId,
            eq(messages.id, messageId),
            eq(messages.conversationId, conversationId),
            isNull(messages.revokedAt),
          ),
        )
    : []
  const title = getChoices(row?.meta)?.options.find((_one, at) => toOptionId(at) === option)?.title
  const words = 'Esta opção não está mais na conversa.'
  if (!row || title !== content) throw errors.invalid(words, { choice: words })
  return { button: option, quote: toQuoteMeta(row) }
}
