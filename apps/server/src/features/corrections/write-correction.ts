import { isDeepStrictEqual } from 'node:util'
import type { createCorrection as createCall, updateCorrection as updateCall } from '@prosa/contract/calls/corrections'
import type { BodyOf } from '@prosa/contract/define-call'
import { CORRECTION, type CorrectionKind } from '@prosa/contract/entities/correction'
import { eq, isNull } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { actorOf, audit } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { HOLD_LEAD } from '../../kernel/db/hold-lead.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { leads } from '../../kernel/db/schema/conversations.ts'
import { correctionResults, corrections } from '../../kernel/db/schema/corrections.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { type RequestKey, requireSameRequest } from '../../kernel/http/idempotency-key.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { type AgentRow, holdAgent } from '../agents/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import { burstOf, type FoundTurn, findTurn } from './freeze.ts'
import type { Frozen } from './frozen.ts'
import type { AsksOf } from './ports.ts'
import { runUnderWay } from './present-run.ts'
import { countActive } from './queries.ts'
import { end } from './runs.ts'

type WriteDeps = Pick<Deps, 'db' | 'clock' | 'llm'>
type Others = { knowledge: Pick<Knowledge, 'answer'>; asksOf: AsksOf }

const NEEDS_TEXT = 'Escreva o que ele deveria ter dito, ou não pode dizer.'
const NEEDS_PHRASE = 'Diga o que a resposta tem de conter: este agente segue o roteiro escrito, e ninguém mais confere.'
const FULL = `Um agente pode ter até ${CORRECTION.most} correções ativas.`
const IS_ERASED = 'Os dados desta conversa foram eliminados: não há mais o que conferir.'

interface Written {
  kind: CorrectionKind
  text: string
  must: readonly string[]
  mustNot: readonly string[]
}

/** Checks that a correction can be evaluated. @throws 400 */
function requireCheckable({ kind, text, must, mustNot }: Written, isWritten: boolean): void {
  if (kind !== 'person' && text === '' && must.length === 0 && mustNot.length === 0)
    throw errors.invalid(NEEDS_TEXT, { text: NEEDS_TEXT })
  if (kind === 'should' && isWritten && must.length === 0) throw errors.invalid(NEEDS_PHRASE, { must: NEEDS_PHRASE })
}

const isWritten = ({ llm }: Pick<Deps, 'llm'>, { useModel }: AgentRow): boolean => !llm || !useModel

/**
 * Creates a correction of an agent's message, with a snapshot of its turn. The same key returns the same correction.
 * @throws 404 if the message is not this agent's, 400 if no agent wrote it or the correction cannot be checked, 409 if
 * the list is full or the key belongs to another request
 */
export async function createCorrection(
  deps: WriteDeps,
  { knowledge, asksOf }: Others,
  who: Identity,
  agentId: string,
  { message_id, kind, text, must = [], must_not = [] }: BodyOf<typeof createCall>,
  key: RequestKey | null,
): Promise<string> {
  const { tenantId, userId } = who
  const found = await deps.db.reading(who, (tx) => findTurn(tx, tenantId, message_id))
  if (found.agentId !== agentId) throw errors.notFound()
  const turn = await withAnswers(found, { tenantId, agentId }, knowledge, asksOf)
  return deps.db.tenant(tenantId, async (tx) => {
    // Locks the lead before the agent, in the same order as erasure. Fails for a lead that was erased meanwhile.
    await holdLead(tx, tenantId, found.place.leadId)
    const agent = await holdAgent(tx, tenantId, agentId)
    const before = key && (await ofKey(tx, tenantId, key.clientKey))
    if (before) {
      requireSameRequest(before, key)
      return before.id
    }
    const written = { kind, text: text.trim(), must, mustNot: must_not }
    requireCheckable(written, isWritten(deps, agent))
    if ((await countActive(tx, tenantId, agentId)) >= CORRECTION.most) throw errors.conflict(FULL)
    const id = uuid()
    const { leadId, conversationId } = found.place
    await tx.db.insert(corrections).values({
      tenantId,
      id,
      agentId,
      ...written,
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
    await record(tx, who, 'correction.added', agent)
    return id
  })
}

async function holdLead(tx: Tx, tenantId: string, id: string): Promise<void> {
  const [lead] = await tx.db
    .select({ id: leads.id })
    .from(leads)
    .where(ofTenant(leads, tenantId, eq(leads.id, id), isNull(leads.erasedAt)))
    .for(HOLD_LEAD)
  if (!lead) throw errors.notFound()
}

/** Adds the knowledge base's answers to the turn's questions. They are stored now, because the knowledge base may change later. */
async function withAnswers(
  { turn, timeZone }: FoundTurn,
  { tenantId, agentId }: { tenantId: string; agentId: string },
  knowledge: Others['knowledge'],
  asksOf: AsksOf,
): Promise<Frozen> {
  const questions = await asksOf(burstOf(turn).map(({ content }) => ({ content, type: 'text' })))
  const who = { tenantId, agentId, now: new Date(turn.at), timeZone }
  const answers = questions.length === 0 ? [] : await knowledge.answer(who, questions)
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

async function ofKey(tx: Tx, tenantId: string, clientKey: string) {
  const [before] = await tx.db
    .select({ id: corrections.id, requestHash: corrections.requestHash })
    .from(corrections)
    .where(ofTenant(corrections, tenantId, eq(corrections.clientKey, clientKey)))
  return before
}

/** Changes a correction or turns it off or on. @throws 404, 400, 409 if its conversation was erased */
export function updateCorrection(
  deps: WriteDeps,
  who: Identity,
  { agentId, id }: { agentId: string; id: string },
  { state, text, must, must_not }: BodyOf<typeof updateCall>,
): Promise<void> {
  const { tenantId } = who
  return deps.db.tenant(tenantId, async (tx) => {
    const agent = await holdAgent(tx, tenantId, agentId)
    const mine = ofTenant(corrections, tenantId, eq(corrections.agentId, agentId), eq(corrections.id, id))
    const [before] = await tx.db.select().from(corrections).where(mine)
    if (!before) throw errors.notFound()
    if (state === 'active' && before.frozen === null) throw errors.conflict(IS_ERASED)
    const written = {
      text: text?.trim() ?? before.text,
      must: [...(must ?? before.must)],
      mustNot: [...(must_not ?? before.mustNot)],
    }
    requireCheckable({ kind: before.kind, ...written }, isWritten(deps, agent))
    await tx.db
      .update(corrections)
      .set({ ...written, state: state ?? before.state })
      .where(mine)
    const { text: wasText, must: wasMust, mustNot: wasMustNot } = before
    if (!isDeepStrictEqual(written, { text: wasText, must: wasMust, mustNot: wasMustNot }))
      await forgetResults(tx, tenantId, agentId, id)
    await record(tx, who, 'correction.changed', agent)
  })
}

/** Deletes a correction's results, because they no longer apply. Stops the running run, which may have checked the old text. */
async function forgetResults(tx: Tx, tenantId: string, agentId: string, id: string): Promise<void> {
  const run = await runUnderWay(tx, tenantId, agentId)
  if (run) await end(tx, run, 'stopped')
  await tx.db.delete(correctionResults).where(ofTenant(correctionResults, tenantId, eq(correctionResults.correctionId, id)))
}

/** Deletes a correction. @throws 404 */
export function deleteCorrection(
  { db }: Pick<Deps, 'db'>,
  who: Identity,
  { agentId, id }: { agentId: string; id: string },
): Promise<void> {
  const { tenantId } = who
  return db.tenant(tenantId, async (tx) => {
    const agent = await holdAgent(tx, tenantId, agentId)
    const gone = await tx.db
      .delete(corrections)
      .where(ofTenant(corrections, tenantId, eq(corrections.agentId, agentId), eq(corrections.id, id)))
      .returning({ id: corrections.id })
    if (gone.length === 0) throw errors.notFound()
    await record(tx, who, 'correction.removed', agent)
  })
}

/** Writes an audit entry without the correction's text, which comes from a conversation with a lead. */
async function record(
  tx: Tx,
  who: Identity,
  action: 'correction.added' | 'correction.changed' | 'correction.removed',
  { tenantId, id, name, version }: AgentRow,
): Promise<void> {
  await audit(tx, { tenantId, actor: actorOf(who), action, subject: { kind: 'agent', id, label: name } })
  tx.emit({ name: 'agent.changed', payload: { tenantId, agent_id: id, version } })
}
