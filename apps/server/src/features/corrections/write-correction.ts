import { isDeepStrictEqual } from 'node:util'
import type { createCorrection as createCall, updateCorrection as updateCall } from '@prosa/contract/calls/agents/corrections'
import type { CallBody } from '@prosa/contract/define-call'
import { CORRECTION_LIMITS, type CorrectionKind } from '@prosa/contract/entities/agents/correction'
import { eq, isNull } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Identity } from '../../platform/access/identity.ts'
import { toAuditActor, writeAuditEntry } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { LEAD_LOCK_MODE } from '../../platform/database/queries/lead-lock-mode.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { correctionResults, corrections } from '../../platform/database/schema/agents/corrections.ts'
import { leads } from '../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import { type IdempotencyKey, requireSameRequest } from '../../platform/http/calls/idempotency-key.ts'
import { type AgentRow, lockAgentForUpdate } from '../agents/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import type { ExtractQuestions } from './ports.ts'
import { countActive } from './queries.ts'
import { findActiveRun } from './runs/run-queries.ts'
import { endRun } from './runs/runs.ts'
import { type CorrectableTurn, getAnsweredMessages, snapshotTurn } from './snapshots/snapshot-turn.ts'
import type { TurnSnapshot } from './snapshots/turn-snapshot.ts'

type WriteDeps = Pick<Deps, 'db' | 'clock' | 'llm'>
type KnowledgeDeps = { knowledge: Pick<Knowledge, 'answerQuestions'>; extractQuestions: ExtractQuestions }

const TEXT_REQUIRED = 'Escreva o que ele deveria ter dito, ou não pode dizer.'
const PHRASE_REQUIRED = 'Diga o que a resposta tem de conter: este agente segue o roteiro escrito, e ninguém mais confere.'
const TOO_MANY_CORRECTIONS = `Um agente pode ter até ${CORRECTION_LIMITS.activeCorrections} correções ativas.`
const CONVERSATION_ERASED = 'Os dados desta conversa foram eliminados: não há mais o que conferir.'

interface CorrectionInput {
  kind: CorrectionKind
  text: string
  must: readonly string[]
  mustNot: readonly string[]
}

/**
 * Verifies that a correction can be checked. An agent without a language model (`usesNoModel`) can only be checked by phrases.
 * @throws 400 if not
 */
function requireCheckable({ kind, text, must, mustNot }: CorrectionInput, usesNoModel: boolean): void {
  if (kind !== 'person' && text === '' && must.length === 0 && mustNot.length === 0)
    throw errors.invalid(TEXT_REQUIRED, { text: TEXT_REQUIRED })
  if (kind === 'should' && usesNoModel && must.length === 0) throw errors.invalid(PHRASE_REQUIRED, { must: PHRASE_REQUIRED })
}

const usesPlaybook = ({ llm }: Pick<Deps, 'llm'>, { useModel }: AgentRow): boolean => !llm || !useModel

/**
 * Creates a correction of an agent's message, with a snapshot of the conversation. Returns the id of the existing correction if the key is
 * repeated.
 * @throws 404 if the message is not this agent's; 400 if no agent wrote it or the correction cannot be checked; 409 if the list is full or
 * the key belongs to another request
 */
export async function createCorrection(
  deps: WriteDeps,
  { knowledge, extractQuestions }: KnowledgeDeps,
  identity: Identity,
  agentId: string,
  { message_id, kind, text, must = [], must_not = [] }: CallBody<typeof createCall>,
  key: IdempotencyKey | null,
): Promise<string> {
  const { tenantId, userId } = identity
  const correctableTurn = await deps.db.runRead(identity, (tx) => snapshotTurn(tx, tenantId, message_id))
  if (correctableTurn.agentId !== agentId) throw errors.notFound()
  const turn = await addKnowledgeAnswers(correctableTurn, { tenantId, agentId }, knowledge, extractQuestions)
  return deps.db.tenant(tenantId, async (tx) => {
    // Locks the lead before the agent. All code uses this order, to avoid deadlocks.
    await lockLeadForUpdate(tx, tenantId, correctableTurn.conversationRef.leadId)
    const agent = await lockAgentForUpdate(tx, tenantId, agentId)
    const existingCorrection = key && (await findByClientKey(tx, tenantId, key.clientKey))
    if (existingCorrection) {
      requireSameRequest(existingCorrection, key)
      return existingCorrection.id
    }
    const correctionValues = { kind, text: text.trim(), must, mustNot: must_not }
    requireCheckable(correctionValues, usesPlaybook(deps, agent))
    if ((await countActive(tx, tenantId, agentId)) >= CORRECTION_LIMITS.activeCorrections)
      throw errors.conflict(TOO_MANY_CORRECTIONS)
    const id = uuid()
    const { leadId, conversationId } = correctableTurn.conversationRef
    await tx.db.insert(corrections).values({
      tenantId,
      id,
      agentId,
      ...correctionValues,
      must: [...must],
      mustNot: [...must_not],
      state: 'active',
      frozen: turn,
      leadId,
      conversationId,
      messageId: message_id,
      ...key,
      createdBy: userId,
      createdAt: deps.clock.now(),
    })
    await recordCorrectionChange(tx, identity, 'correction.added', agent)
    return id
  })
}

async function lockLeadForUpdate(tx: Tx, tenantId: string, id: string): Promise<void> {
  const [lead] = await tx.db
    .select({ id: leads.id })
    .from(leads)
    .where(whereTenant(leads, tenantId, eq(leads.id, id), isNull(leads.erasedAt)))
    .for(LEAD_LOCK_MODE)
  if (!lead) throw errors.notFound()
}

/** Adds the knowledge base's answers to a snapshot. They are stored, because the knowledge base may change later. */
async function addKnowledgeAnswers(
  { turn, timeZone }: CorrectableTurn,
  { tenantId, agentId }: { tenantId: string; agentId: string },
  knowledge: KnowledgeDeps['knowledge'],
  extractQuestions: ExtractQuestions,
): Promise<TurnSnapshot> {
  const questions = await extractQuestions(getAnsweredMessages(turn).map(({ content }) => ({ content, type: 'text' })))
  const scope = { tenantId, agentId, now: new Date(turn.at), timeZone }
  const answers = questions.length === 0 ? [] : await knowledge.answerQuestions(scope, questions)
  return {
    ...turn,
    answers: answers.map((answer) => ({
      ...answer,
      from: [...answer.from],
      passages: [...answer.passages],
      told: [...answer.told],
    })),
  }
}

async function findByClientKey(tx: Tx, tenantId: string, clientKey: string) {
  const [before] = await tx.db
    .select({ id: corrections.id, requestHash: corrections.requestHash })
    .from(corrections)
    .where(whereTenant(corrections, tenantId, eq(corrections.clientKey, clientKey)))
  return before
}

/**
 * Changes the text of a correction, or turns it off or on.
 * @throws 404 if it does not exist; 400 if it cannot be checked; 409 if its conversation was erased
 */
export function updateCorrection(
  deps: WriteDeps,
  identity: Identity,
  { agentId, id }: { agentId: string; id: string },
  { state, text, must, must_not }: CallBody<typeof updateCall>,
): Promise<void> {
  const { tenantId } = identity
  return deps.db.tenant(tenantId, async (tx) => {
    const agent = await lockAgentForUpdate(tx, tenantId, agentId)
    const correctionFilter = whereTenant(corrections, tenantId, eq(corrections.agentId, agentId), eq(corrections.id, id))
    const [before] = await tx.db.select().from(corrections).where(correctionFilter)
    if (!before) throw errors.notFound()
    if (state === 'active' && before.frozen === null) throw errors.conflict(CONVERSATION_ERASED)
    const correctionValues = {
      text: text?.trim() ?? before.text,
      must: [...(must ?? before.must)],
      mustNot: [...(must_not ?? before.mustNot)],
    }
    requireCheckable({ kind: before.kind, ...correctionValues }, usesPlaybook(deps, agent))
    await tx.db
      .update(corrections)
      .set({ ...correctionValues, state: state ?? before.state })
      .where(correctionFilter)
    const { text: wasText, must: wasMust, mustNot: wasMustNot } = before
    if (!isDeepStrictEqual(correctionValues, { text: wasText, must: wasMust, mustNot: wasMustNot }))
      await deleteResults(tx, tenantId, agentId, id)
    await recordCorrectionChange(tx, identity, 'correction.changed', agent)
  })
}

/** Deletes the check results of a changed correction. Stops the check run in progress, because it may have used the old text. */
async function deleteResults(tx: Tx, tenantId: string, agentId: string, id: string): Promise<void> {
  const run = await findActiveRun(tx, tenantId, agentId)
  if (run) await endRun(tx, run, 'stopped')
  await tx.db.delete(correctionResults).where(whereTenant(correctionResults, tenantId, eq(correctionResults.correctionId, id)))
}

/**
 * Deletes a correction.
 * @throws 404 if it does not exist
 */
export function deleteCorrection(
  { db }: Pick<Deps, 'db'>,
  identity: Identity,
  { agentId, id }: { agentId: string; id: string },
): Promise<void> {
  const { tenantId } = identity
  return db.tenant(tenantId, async (tx) => {
    const agent = await lockAgentForUpdate(tx, tenantId, agentId)
    const deletedRows = await tx.db
      .delete(corrections)
      .where(whereTenant(corrections, tenantId, eq(corrections.agentId, agentId), eq(corrections.id, id)))
      .returning({ id: corrections.id })
    if (deletedRows.length === 0) throw errors.notFound()
    await recordCorrectionChange(tx, identity, 'correction.removed', agent)
  })
}

/**
 * Writes an audit entry about a correction and emits that the agent changed. The entry omits the text of the correction, which comes from a
 * lead's conversation.
 */
async function recordCorrectionChange(
  tx: Tx,
  identity: Identity,
  action: 'correction.added' | 'correction.changed' | 'correction.removed',
  { tenantId, id, name, version }: AgentRow,
): Promise<void> {
  await writeAuditEntry(tx, { tenantId, actor: toAuditActor(identity), action, subject: { kind: 'agent', id, label: name } })
  tx.emit({ name: 'agent.changed', payload: { tenantId, agent_id: id, version } })
}
