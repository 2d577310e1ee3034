import type { updatePassage as call } from '@prosa/contract/calls/agents/knowledge'
import type { CallBody } from '@prosa/contract/define-call'
import type { Passage } from '@prosa/contract/entities/agents/knowledge'
import { eq } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { toAuditActor, writeAuditEntry } from '../../../platform/audit/audit.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgePassages, knowledgeSources } from '../../../platform/database/schema/agents/knowledge.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { presentSourcePassage } from '../present.ts'
import { updateWordCounts } from './replace-passages.ts'

/**
 * Edits a passage of a knowledge source. When the source is read again, the edit remains if the source still contains the original text.
 * @throws 404 if the passage does not exist; 409 while the source is being read, because the passage may be deleted
 */
export function changePassage(
  { db }: Pick<Deps, 'db'>,
  identity: Identity,
  id: string,
  { text, question }: CallBody<typeof call>,
): Promise<Passage> {
  const { tenantId } = identity
  const passageFilter = whereTenant(knowledgePassages, tenantId, eq(knowledgePassages.id, id))
  return db.tenant(tenantId, async (tx) => {
    const [passage] = await tx.db.select({ sourceId: knowledgePassages.sourceId }).from(knowledgePassages).where(passageFilter)
    if (!passage) throw errors.notFound()
    // Locks the knowledge source before its passages. All code uses this order, to avoid deadlocks.
    const [source] = await tx.db
      .select()
      .from(knowledgeSources)
      .where(whereTenant(knowledgeSources, tenantId, eq(knowledgeSources.id, passage.sourceId)))
      .for('update')
    const [before] = await tx.db.select().from(knowledgePassages).where(passageFilter).for('update')
    if (!source || !before) throw errors.notFound()
    if (source.state === 'reading') throw errors.conflict('A fonte está sendo lida. Tente de novo em instantes.')
    const originalPassage = before.original ?? { text: before.text, question: before.question }
    const newQuestion = question === undefined ? before.question : question || null
    const isOriginal = originalPassage.text === text && originalPassage.question === newQuestion
    const [after] = await tx.db
      .update(knowledgePassages)
      .set({ text, question: newQuestion, original: isOriginal ? null : originalPassage })
      .where(passageFilter)
      .returning()
    if (!after) throw errors.notFound()
    await updateWordCounts(tx, tenantId, [before], [after])
    await writeAuditEntry(tx, {
      tenantId,
      actor: toAuditActor(identity),
      action: 'knowledge.changed',
      subject: { kind: 'source', id: source.id, label: source.title },
      after: { title: source.title, passage: isOriginal ? 'restored' : 'changed' },
    })
    tx.emit({ name: 'knowledge.changed', payload: { tenantId, source_id: source.id, state: source.state } })
    return presentSourcePassage(after, source.title)
  })
}
