import { isDeepStrictEqual } from 'node:util'
import { type MessageOrigin, type Passage, withheldReason } from '@prosa/contract/entities/agents/knowledge'
import { and, asc, eq, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../platform/database/database.ts'
import { equalsAny } from '../../../platform/database/queries/equals-any.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgePassages, messageBasis } from '../../../platform/database/schema/agents/knowledge.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { transcripts } from '../../../platform/database/schema/conversations/transcripts.ts'
import { errors } from '../../../platform/errors.ts'

/** Schema of the data about an agent's answer in the `meta` of its messages (see `TurnPart`). */
const turnMeta = z.object({
  version: z.optional(z.int()),
  heard: z.optional(z.array(z.string())),
  heldBack: z.optional(z.array(withheldReason)),
})

/**
 * Returns the data on which an agent's message is based: knowledge passages as they were then, version of the agent's settings,
 * transcripts, and the reasons for removed sentences (KNOW-13).
 * @throws 404 if the message does not exist
 */
export async function getMessageOrigin(tx: Tx, tenantId: string, messageId: string): Promise<MessageOrigin> {
  const [message] = await tx.db
    .select({ meta: messages.meta })
    .from(messages)
    .where(whereTenant(messages, tenantId, eq(messages.id, messageId)))
  if (!message) throw errors.notFound()
  const { data: meta } = turnMeta.safeParse(message.meta)
  return {
    passages: await listStoredPassages(tx, tenantId, messageId),
    version: meta?.version ?? null,
    heard: await listTranscriptTexts(tx, tenantId, meta?.heard ?? []),
    held_back: meta?.heldBack ?? [],
  }
}

/** Returns the finished transcripts of these audio messages, in the order in which the messages were sent. */
async function listTranscriptTexts(tx: Tx, tenantId: string, messageIds: readonly string[]): Promise<MessageOrigin['heard']> {
  if (messageIds.length === 0) return []
  return await tx.db
    .select({ message_id: transcripts.messageId, text: transcripts.text })
    .from(transcripts)
    .innerJoin(messages, whereTenant(messages, tenantId, eq(messages.id, transcripts.messageId)))
    .where(whereTenant(transcripts, tenantId, equalsAny(transcripts.messageId, messageIds), eq(transcripts.state, 'done')))
    .orderBy(asc(messages.seq))
}

async function listStoredPassages(tx: Tx, tenantId: string, messageId: string): Promise<MessageOrigin['passages']> {
  const [basis] = await tx.db
    .select({ passages: messageBasis.passages })
    .from(messageBasis)
    .where(whereTenant(messageBasis, tenantId, eq(messageBasis.messageId, messageId)))
  const passages = basis?.passages ?? []
  if (passages.length === 0) return []
  // Compares texts instead of ids: reading a knowledge source again creates new passages.
  const currentPassages = await tx.db
    .select({
      source_id: knowledgePassages.sourceId,
      text: knowledgePassages.text,
      question: knowledgePassages.question,
      product: knowledgePassages.product,
    })
    .from(knowledgePassages)
    .where(
      whereTenant(
        knowledgePassages,
        tenantId,
        and(
          inArray(knowledgePassages.sourceId, [...new Set(passages.map(({ source_id }) => source_id))]),
          inArray(knowledgePassages.text, [...new Set(passages.map(({ text }) => text))]),
        ),
      ),
    )
  const isUnchanged = ({ source_id, text, question = null, product = null }: Passage): boolean =>
    currentPassages.some((current) => isDeepStrictEqual(current, { source_id, text, question, product }))
  return passages.map((passage) => ({ ...passage, is_changed: !isUnchanged(passage) }))
}
