import { KNOWLEDGE } from '@prosa/contract/entities/knowledge'
import { and, eq, gte, inArray, lte } from 'drizzle-orm'
import { cutText } from '../../kernel/cut-text.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { knowledgeQuestions } from '../../kernel/db/schema/knowledge.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { DomainEvents } from '../../kernel/domain-events.ts'
import { nameOfLead } from './queries.ts'
import { answerWithoutPerson } from './without-person.ts'

/** Time in milliseconds after a question within which a user's message counts as its answer. */
const WITHIN_MS = 24 * 3_600_000

/** Stores a user's first message to a lead after an unanswered question as its suggested answer, without the lead's personal data. */
export async function suggestAnswer(
  { db }: Pick<Deps, 'db'>,
  { tenantId, message, conversation }: DomainEvents['message.stored'],
): Promise<void> {
  if (!message.manual || message.type === 'reaction' || message.content.trim() === '') return
  const at = new Date(message.timestamp)
  await db.tenant(tenantId, async (tx) => {
    const { leadId, conversationId, state, lastAt, id } = knowledgeQuestions
    const asked = await tx.db
      .select({ id })
      .from(knowledgeQuestions)
      .where(
        ofTenant(
          knowledgeQuestions,
          tenantId,
          and(
            eq(leadId, conversation.lead_id),
            eq(conversationId, conversation._id),
            eq(state, 'open'),
            gte(lastAt, new Date(at.getTime() - WITHIN_MS)),
            lte(lastAt, at),
          ),
        ),
      )
      .for('update')
    if (asked.length === 0) return
    const said = answerWithoutPerson(message.content, [await nameOfLead(tx, tenantId, conversation.lead_id)])
    if (said === '') return
    const ids = asked.map((question) => question.id)
    await tx.db
      .update(knowledgeQuestions)
      .set({ state: 'suggested', answer: cutText(said, KNOWLEDGE.passageChars) })
      .where(ofTenant(knowledgeQuestions, tenantId, inArray(id, ids)))
    for (const question_id of ids) tx.emit({ name: 'knowledge.question', payload: { tenantId, question_id, state: 'suggested' } })
  })
}
