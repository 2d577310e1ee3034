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

const choicesMeta = z.object({ choices: choicesShape })
const buttonMeta = z.object({ button: z.string().check(z.minLength(1)) })

/** Parses the answer options of an outgoing message from the `meta` of the message (MEDIA-18). Returns null if there are none. */
export const getChoices = (meta: unknown): SentChoices | null => choicesMeta.safeParse(meta).data?.choices ?? null

/**
 * Converts the answer options in a message's `meta` to the API format. Gives each option the id that an answer contains. Returns an empty
 * object if there are none.
 */
export function presentChoices(meta: unknown): Pick<Message, 'choices'> {
  const stored = getChoices(meta)
  if (!stored) return {}
  const { kind, button, options } = stored
  const choices: Choices = {
    kind,
    button: button ?? null,
    options: options.map(({ title, description }, index) => ({ id: toOptionId(index), title, description: description ?? null })),
  }
  return { choices: choices }
}

/**
 * Returns the answer option that a lead chose with this message. The option's title is the text of the message. Returns an empty object if
 * the lead chose none.
 */
export function presentSelectedChoice({ meta, content }: { meta: unknown; content: string }): Pick<Message, 'choice'> {
  const id = buttonMeta.safeParse(meta).data?.button
  return id === undefined ? {} : { choice: { id, title: content } }
}

/** Answer option that a visitor of the web chat chose, and the message that offered the option. */
export interface ChoiceSelection {
  messageId: string
  optionId: string
}

/**
 * Returns the `meta` of a message in which a visitor chose an answer option: the id of the option and the quoted message that offered it.
 * @throws 400 if the message is not in the conversation, was deleted, or has no option with this id and text
 */
export async function resolveChoiceMeta(
  tx: Tx,
  tenantId: string,
  { messageId, optionId }: ChoiceSelection,
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
  const title = getChoices(row?.meta)?.options.find((_option, index) => toOptionId(index) === optionId)?.title
  const errorText = 'Esta opção não está mais na conversa.'
  if (!row || title !== content) throw errors.invalid(errorText, { choice: errorText })
  return { button: optionId, quote: toQuoteMeta(row) }
}
