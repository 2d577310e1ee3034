import { isDeepStrictEqual } from 'node:util'
import type { messageBasis as call } from '@prosa/contract/calls/knowledge'
import type { AnswerOf } from '@prosa/contract/define-call'
import type { Passage } from '@prosa/contract/entities/knowledge'
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { messages } from '../../kernel/db/schema/conversations.ts'
import { knowledgePassages, messageBasis } from '../../kernel/db/schema/knowledge.ts'
import { errors } from '../../kernel/errors.ts'

/** The passages that a message was answered from, as they were then, and whether each still reads so (KNOW-13). @throws 404 */
export async function readBasis(tx: Tx, tenantId: string, messageId: string): Promise<AnswerOf<typeof call>['data']> {
  const [message] = await tx.db
    .select({ id: messages.id })
    .from(messages)
    .where(ofTenant(messages, tenantId, eq(messages.id, messageId)))
  if (!message) throw errors.notFound()
  const [kept] = await tx.db
    .select({ passages: messageBasis.passages })
    .from(messageBasis)
    .where(ofTenant(messageBasis, tenantId, eq(messageBasis.messageId, messageId)))
  const passages = kept?.passages ?? []
  if (passages.length === 0) return { passages: [] }
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
  return { passages: passages.map((passage) => ({ ...passage, is_changed: !saysTheSame(passage) })) }
}
