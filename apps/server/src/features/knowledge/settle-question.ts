import type { settleQuestion as call } from '@prosa/contract/calls/knowledge'
import type { BodyOf } from '@prosa/contract/define-call'
import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { knowledgeQuestions, knowledgeSources } from '../../kernel/db/schema/knowledge.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { holdKnowledge } from './hold-knowledge.ts'
import type { QuestionRow } from './present.ts'
import { namesOf } from './queries.ts'
import { faqPassages } from './read/faq.ts'
import { writePassages } from './write-passages.ts'

/** Title of the source with the team's answers. */
const LEARNED = 'Aprendido com a equipe'
const NO_ANSWER = 'Escreva a resposta.'

/**
 * Answers a question and adds the answer to the knowledge base (KNOW-16), dismisses it, or reopens it.
 * @throws 404; 400 for an empty answer; 409 with a message if another user has answered it
 */
export function settleQuestion(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tenantId, userId }: Identity,
  id: string,
  { state, answer }: BodyOf<typeof call>,
): Promise<QuestionRow> {
  return db.tenant(tenantId, async (tx) => {
    const mine = ofTenant(knowledgeQuestions, tenantId, eq(knowledgeQuestions.id, id))
    const [before] = await tx.db.select().from(knowledgeQuestions).where(mine).for('update')
    if (!before) throw errors.notFound()
    if (before.state === 'answered') throw errors.conflict(`Já respondida por ${await nameOf(tx, tenantId, before.answeredBy)}.`)
    const said = (answer ?? before.answer ?? '').trim()
    if (state === 'answered' && said === '') throw errors.invalid(NO_ANSWER, { answer: NO_ANSWER })
    if (state === 'answered') await learn(tx, { tenantId, userId, at: clock.now() }, before.text, said)
    // A dismissed suggestion is restored.
    const settled = state === 'open' && before.answer !== null ? 'suggested' : state
    const [row] = await tx.db
      .update(knowledgeQuestions)
      .set({
        state: settled,
        answeredBy: state === 'open' ? null : userId,
        ...(state === 'answered' ? { answer: said } : {}),
      })
      .where(mine)
      .returning()
    if (!row) throw errors.notFound()
    tx.emit({ name: 'knowledge.question', payload: { tenantId, question_id: id, state: settled } })
    return row
  })
}

const nameOf = async (tx: Tx, tenantId: string, id: string | null): Promise<string> =>
  (id && (await namesOf(tx, tenantId, [id])).get(id)) || 'outra pessoa'

/** Adds a question and its answer to the source with the team's answers. */
async function learn(
  tx: Tx,
  who: { tenantId: string; userId: string; at: Date },
  question: string,
  answer: string,
): Promise<void> {
  const { tenantId, userId, at } = who
  await holdKnowledge(tx, tenantId)
  const [held] = await tx.db
    .select()
    .from(knowledgeSources)
    .where(ofTenant(knowledgeSources, tenantId, and(eq(knowledgeSources.kind, 'faq'), eq(knowledgeSources.title, LEARNED))))
    .for('update')
  const asked = question.replace(/\s+/g, ' ')
  // A blank line would end the answer when the source is parsed, so blank lines are removed.
  const pair = `P: ${asked}\nR: ${answer.replace(/\n\s*\n/g, '\n')}`
  const text = held?.text ? `${held.text}\n\n${pair}` : pair
  const { passages } = faqPassages(text)
  const values = { text, state: 'ready' as const, error: null, passages: passages.length, updatedBy: userId, updatedAt: at }
  const id = held?.id ?? uuid()
  if (held)
    await tx.db
      .update(knowledgeSources)
      .set({ ...values, revision: held.revision + 1 })
      .where(ofTenant(knowledgeSources, tenantId, eq(knowledgeSources.id, id)))
  else await tx.db.insert(knowledgeSources).values({ tenantId, id, kind: 'faq', title: LEARNED, createdAt: at, ...values })
  await writePassages(tx, tenantId, id, passages)
  tx.emit({ name: 'knowledge.changed', payload: { tenantId, source_id: id, state: 'ready' } })
}
