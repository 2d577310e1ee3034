import { isDeepStrictEqual } from 'node:util'
import { heldBack, type MessageOrigin, type Passage } from '@prosa/contract/entities/knowledge'
import { and, asc, eq, gt, inArray, lt, lte, max, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { messages } from '../../kernel/db/schema/conversations.ts'
import { knowledgePassages, messageBasis } from '../../kernel/db/schema/knowledge.ts'
import { transcripts } from '../../kernel/db/schema/transcripts.ts'
import { errors } from '../../kernel/errors.ts'

type MessageRow = typeof messages.$inferSelect

/** What a turn kept with what it said (`TurnPart`). */
const keptOfTurn = z.object({ version: z.optional(z.int()), heldBack: z.optional(z.array(heldBack)) })

/** Where a message came from: passages as they were then, the version that said it, what was heard and held back (KNOW-13). @throws 404 */
export async function readOrigin(tx: Tx, tenantId: string, messageId: string): Promise<MessageOrigin> {
  const [message] = await tx.db
    .select()
    .from(messages)
    .where(ofTenant(messages, tenantId, eq(messages.id, messageId)))
  if (!message) throw errors.notFound()
  const { data: kept } = keptOfTurn.safeParse(message.meta)
  return {
    passages: await passagesOf(tx, tenantId, messageId),
    version: kept?.version ?? null,
    heard: message.role === 'AI' ? await heardBefore(tx, message) : [],
    held_back: kept?.heldBack ?? [],
  }
}

/** The sounds that a turn answered, as text: since what our side said before that turn. */
async function heardBefore(tx: Tx, { tenantId, conversationId, seq, clientKey }: MessageRow): Promise<MessageOrigin['heard']> {
  // Parts of one turn share the beginning of their key: 'turn:<newest message>:<part>'.
  const turn = /^turn:(\d+):/.exec(clientKey ?? '')
  if (!turn) return []
  const inConversation = ofTenant(messages, tenantId, eq(messages.conversationId, conversationId))
  const [before] = await tx.db
    .select({ seq: max(messages.seq) })
    .from(messages)
    .where(
      and(
        inConversation,
        eq(messages.role, 'AI'),
        lt(messages.seq, seq),
        sql`coalesce(${messages.clientKey}, '') NOT LIKE ${`${turn[0]}%`}`,
      ),
    )
  return await tx.db
    .select({ message_id: transcripts.messageId, text: transcripts.text })
    .from(messages)
    .innerJoin(transcripts, ofTenant(transcripts, tenantId, eq(transcripts.messageId, messages.id)))
    .where(
      and(
        inConversation,
        eq(messages.role, 'humano'),
        gt(messages.seq, before?.seq ?? 0),
        lte(messages.seq, Number(turn[1])),
        eq(transcripts.state, 'done'),
      ),
    )
    .orderBy(asc(messages.seq))
}

async function passagesOf(tx: Tx, tenantId: string, messageId: string): Promise<MessageOrigin['passages']> {
  const [kept] = await tx.db
    .select({ passages: messageBasis.passages })
    .from(messageBasis)
    .where(ofTenant(messageBasis, tenantId, eq(messageBasis.messageId, messageId)))
  const passages = kept?.passages ?? []
  if (passages.length === 0) return []
  // By what they say, not by their ids: a source that is read again has the same passages anew.
  const standing = await tx.db
    .select({
      source_id: knowledgePassages.sourceId,
      text: knowledgePassages.text,
      question: knowledgePassages.question,
      product: knowledgePassages.product,
    })
    .from(knowledgePassages)
    .where(
      ofTenant(
        knowledgePassages,
        tenantId,
        and(
          inArray(knowledgePassages.sourceId, [...new Set(passages.map(({ source_id }) => source_id))]),
          inArray(knowledgePassages.text, [...new Set(passages.map(({ text }) => text))]),
        ),
      ),
    )
  const saysTheSame = ({ source_id, text, question = null, product = null }: Passage): boolean =>
    standing.some((now) => isDeepStrictEqual(now, { source_id, text, question, product }))
  return passages.map((passage) => ({ ...passage, is_changed: !saysTheSame(passage) }))
}
