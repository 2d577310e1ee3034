import type { updateQuestion as call } from '@prosa/contract/calls/agents/knowledge'
import type { CallBody } from '@prosa/contract/define-call'
import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Identity } from '../../../platform/access/identity.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgeQuestions, knowledgeSources } from '../../../platform/database/schema/agents/knowledge.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { parseFaqPassages } from '../parsing/parse-faq.ts'
import type { QuestionRow } from '../present.ts'
import { getUserNames } from '../queries.ts'
import { lockKnowledge } from '../sources/lock-knowledge.ts'
import { replacePassages } from '../sources/replace-passages.ts'

/** Title of the knowledge source that contains the users' answers to questions. */
const TEAM_ANSWERS_TITLE = 'Aprendido com a equipe'
const NO_ANSWER_TEXT = 'Escreva a resposta.'

/**
 * Answers a lead's question and adds the answer to the knowledge base (KNOW-16), or dismisses or reopens the question.
 * @throws 404 if the question does not exist; 400 for an empty answer; 409 with a message if another user has answered it
 */
export function resolveQuestion(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tenantId, userId }: Identity,
  id: string,
  { state, answer }: CallBody<typeof call>,
): Promise<QuestionRow> {
  return db.tenant(tenantId, async (tx) => {
    const questionFilter = whereTenant(knowledgeQuestions, tenantId, eq(knowledgeQuestions.id, id))
    const [before] = await tx.db.select().from(knowledgeQuestions).where(questionFilter).for('update')
    if (!before) throw errors.notFound()
    if (before.state === 'answered')
      throw errors.conflict(`Já respondida por ${await getUserName(tx, tenantId, before.answeredBy)}.`)
    const answerText = (answer ?? before.answer ?? '').trim()
    if (state === 'answered' && answerText === '') throw errors.invalid(NO_ANSWER_TEXT, { answer: NO_ANSWER_TEXT })
    if (state === 'answered') await addTeamAnswer(tx, { tenantId, userId, at: clock.now() }, before.text, answerText)
    // A reopened question gets its suggested answer back, if it had one.
    const newState = state === 'open' && before.answer !== null ? 'suggested' : state
    const [row] = await tx.db
      .update(knowledgeQuestions)
      .set({
        state: newState,
        answeredBy: state === 'open' ? null : userId,
        ...(state === 'answered' ? { answer: answerText } : {}),
      })
      .where(questionFilter)
      .returning()
    if (!row) throw errors.notFound()
    tx.emit({ name: 'knowledge.question', payload: { tenantId, question_id: id, state: newState } })
    return row
  })
}

const getUserName = async (tx: Tx, tenantId: string, id: string | null): Promise<string> =>
  (id && (await getUserNames(tx, tenantId, [id])).get(id)) || 'outra pessoa'

/** Adds a question with its answer to the knowledge source of the users' answers. Creates this source if it does not exist. */
async function addTeamAnswer(
  tx: Tx,
  author: { tenantId: string; userId: string; at: Date },
  question: string,
  answer: string,
): Promise<void> {
  const { tenantId, userId, at: now } = author
  await lockKnowledge(tx, tenantId)
  const [existingSource] = await tx.db
    .select()
    .from(knowledgeSources)
    .where(
      whereTenant(
        knowledgeSources,
        tenantId,
        and(eq(knowledgeSources.kind, 'faq'), eq(knowledgeSources.title, TEAM_ANSWERS_TITLE)),
      ),
    )
    .for('update')
  const questionLine = question.replace(/\s+/g, ' ')
  // Removes blank lines, because the parser ends an answer at a blank line.
  const pair = `P: ${questionLine}\nR: ${answer.replace(/\n\s*\n/g, '\n')}`
  const text = existingSource?.text ? `${existingSource.text}\n\n${pair}` : pair
  const { passages } = parseFaqPassages(text)
  const values = { text, state: 'ready' as const, error: null, passages: passages.length, updatedBy: userId, updatedAt: now }
  const id = existingSource?.id ?? uuid()
  if (existingSource)
    await tx.db
      .update(knowledgeSources)
      .set({ ...values, revision: existingSource.revision + 1 })
      .where(whereTenant(knowledgeSources, tenantId, eq(knowledgeSources.id, id)))
  else
    await tx.db
      .insert(knowledgeSources)
      .values({ tenantId, id, kind: 'faq', title: TEAM_ANSWERS_TITLE, createdAt: now, ...values })
  await replacePassages(tx, tenantId, id, passages)
  tx.emit({ name: 'knowledge.changed', payload: { tenantId, source_id: id, state: 'ready' } })
}
