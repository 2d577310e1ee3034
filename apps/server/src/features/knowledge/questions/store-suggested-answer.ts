import { KNOWLEDGE_LIMITS } from '@prosa/contract/entities/agents/knowledge'
import { and, eq, gte, inArray, lte } from 'drizzle-orm'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgeQuestions } from '../../../platform/database/schema/agents/knowledge.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { DomainEvents } from '../../../platform/events/domain-events.ts'
import { truncateText } from '../../../platform/text/truncate-text.ts'
import { findLeadName } from '../queries.ts'
import { removePersonalDataFromAnswer } from './remove-personal-data.ts'

/** Milliseconds after a question during which a user's message counts as its answer. */
const MAX_ANSWER_DELAY_MS = 24 * 3_600_000

/** Stores a user's first message after an unanswered question of a lead as the suggested answer. Removes personal data from it. */
export async function storeSuggestedAnswer(
  { db }: Pick<Deps, 'db'>,
  { tenantId, message, conversation }: DomainEvents['message.stored'],
): Promise<void> {
  if (!message.manual || message.type === 'reaction' || message.content.trim() === '') return
  const answeredAt = new Date(message.timestamp)
  await db.tenant(tenantId, async (tx) => {
    const { leadId, conversationId, state, lastAt, id } = knowledgeQuestions
    const openQuestions = await tx.db
      .select({ id })
      .from(knowledgeQuestions)
      .where(
        whereTenant(
          knowledgeQuestions,
          tenantId,
          and(
            eq(leadId, conversation.lead_id),
            eq(conversationId, conversation._id),
            eq(state, 'open'),
            gte(lastAt, new Date(answeredAt.getTime() - MAX_ANSWER_DELAY_MS)),
            lte(lastAt, answeredAt),
          ),
        ),
      )
      .for('update')
    if (openQuestions.length === 0) return
    const answerText = removePersonalDataFromAnswer(message.content, [await findLeadName(tx, tenantId, conversation.lead_id)])
    if (answerText === '') return
    const ids = openQuestions.map((question) => question.id)
    await tx.db
      .update(knowledgeQuestions)
      .set({ state: 'suggested', answer: truncateText(answerText, KNOWLEDGE_LIMITS.passageChars) })
      .where(whereTenant(knowledgeQuestions, tenantId, inArray(id, ids)))
    for (const question_id of ids) tx.emit({ name: 'knowledge.question', payload: { tenantId, question_id, state: 'suggested' } })
  })
}
