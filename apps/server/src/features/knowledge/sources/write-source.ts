import type { createSource as createCall, updateSource as updateCall } from '@prosa/contract/calls/agents/knowledge'
import type { CallBody } from '@prosa/contract/define-call'
import { KNOWLEDGE_LIMITS } from '@prosa/contract/entities/agents/knowledge'
import { count, eq, inArray } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Identity } from '../../../platform/access/identity.ts'
import { toAuditActor, writeAuditEntry } from '../../../platform/audit/audit.ts'
import { isUuid, type Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgeSources } from '../../../platform/database/schema/agents/knowledge.ts'
import { agents } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { type IdempotencyKey, requireSameRequest } from '../../../platform/http/calls/idempotency-key.ts'
import type { Files } from '../../files/ports.ts'
import type { SourceRow } from '../present.ts'
import { deletePhotos, markPhotosForDownload } from '../products/product-photos.ts'
import { lockKnowledge } from './lock-knowledge.ts'
import { replacePassages } from './replace-passages.ts'
import { restartSourceReading, schedulePageRefresh, scheduleSourceReading } from './schedule-source-reading.ts'
import { invalidFieldError, requireSourceContent, resolveSourceContent } from './source-content.ts'

type WriteDeps = Pick<Deps, 'db' | 'jobs' | 'clock'>
type SourceFiles = Pick<Files, 'getOwnStoredFile' | 'deleteUnreferenced'>

const SOURCES_FULL_TEXT = `O conhecimento está cheio: ${KNOWLEDGE_LIMITS.sources} fontes.`

/**
 * Returns the ids of the agents that may use a knowledge source, without duplicates; null for all agents.
 * @throws 400 if an id is not an agent of the organisation
 */
async function resolveAgentIds(tx: Tx, tenantId: string, ids: readonly string[] | null | undefined): Promise<string[] | null> {
  if (!ids || ids.length === 0) return null
  const agentIds = [...new Set(ids)]
  const existingAgents = agentIds.every(isUuid)
    ? await tx.db
        .select({ id: agents.id })
        .from(agents)
        .where(whereTenant(agents, tenantId, inArray(agents.id, agentIds)))
    : []
  if (existingAgents.length < agentIds.length) throw invalidFieldError('agent_ids', 'Um destes agentes não existe.')
  return agentIds
}

/**
 * Creates a knowledge source and schedules its reading. Returns the existing source if the idempotency key is repeated.
 * @throws 400 with a message for invalid content, 404 for a file that is not this user's, 409 if another source has the same content
 */
export function createSource(
  deps: WriteDeps,
  files: SourceFiles,
  identity: Identity,
  { kind, title, agent_ids, refresh = 'never', ...input }: CallBody<typeof createCall>,
  key: IdempotencyKey | null,
): Promise<SourceRow> {
  const { tenantId, userId } = identity
  return deps.db.tenant(tenantId, async (tx) => {
    await lockKnowledge(tx, tenantId)
    const [existingSource] = key
      ? await tx.db
          .select()
          .from(knowledgeSources)
          .where(whereTenant(knowledgeSources, tenantId, eq(knowledgeSources.clientKey, key.clientKey)))
      : []
    if (existingSource) {
      requireSameRequest(existingSource, key)
      return existingSource
    }
    const [counted] = await tx.db
      .select({ sources: count() })
      .from(knowledgeSources)
      .where(whereTenant(knowledgeSources, tenantId))
    if ((counted?.sources ?? 0) >= KNOWLEDGE_LIMITS.sources) throw invalidFieldError('title', SOURCES_FULL_TEXT)
    const id = uuid()
    const content = await requireSourceContent(tx, files, identity, { id, kind }, input)
    const now = deps.clock.now()
    const [row] = await tx.db
      .insert(knowledgeSources)
      .values({
        tenantId,
        id,
        kind,
        title: title.trim(),
        agentIds: await resolveAgentIds(tx, tenantId, agent_ids),
        state: 'reading',
        ...content,
        refresh,
        ...key,
        updatedBy: userId,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    if (!row) throw errors.internal()
    await writeAuditEntry(tx, {
      tenantId,
      actor: toAuditActor(identity),
      action: 'knowledge.added',
      subject: { kind: 'source', id, label: row.title },
      after: { kind },
    })
    await scheduleSourceReading(tx, deps, row)
    return row
  })
}

/**
 * Changes a knowledge source. Schedules its reading if the content changed.
 * @throws 404 if the source does not exist; 400 and 409 as `createSource`
 */
export function updateSource(
  deps: WriteDeps,
  files: SourceFiles,
  identity: Identity,
  id: string,
  { title, agent_ids, refresh, ...input }: CallBody<typeof updateCall>,
): Promise<SourceRow> {
  const { tenantId, userId } = identity
  return deps.db.tenant(tenantId, async (tx) => {
    const sourceFilter = whereTenant(knowledgeSources, tenantId, eq(knowledgeSources.id, id))
    await lockKnowledge(tx, tenantId)
    const [before] = await tx.db.select().from(knowledgeSources).where(sourceFilter).for('update')
    if (!before) throw errors.notFound()
    const content = await resolveSourceContent(tx, files, identity, before, input)
    const isNew = content !== null && content.digest !== before.digest
    const [row] = await tx.db
      .update(knowledgeSources)
      .set({
        ...(title === undefined ? {} : { title: title.trim() }),
        ...(agent_ids === undefined ? {} : { agentIds: await resolveAgentIds(tx, tenantId, agent_ids) }),
        ...(refresh === undefined ? {} : { refresh }),
        ...(isNew ? { ...content, revision: before.revision + 1, state: 'reading' as const } : {}),
        updatedBy: userId,
        updatedAt: deps.clock.now(),
      })
      .where(sourceFilter)
      .returning()
    if (!row) throw errors.notFound()
    await writeAuditEntry(tx, {
      tenantId,
      actor: toAuditActor(identity),
      action: 'knowledge.changed',
      subject: { kind: 'source', id, label: row.title },
      after: { title: row.title, text: isNew ? 'changed' : 'same' },
    })
    if (isNew) await scheduleSourceReading(tx, deps, row)
    else if (refresh !== undefined && refresh !== before.refresh) await schedulePageRefresh(tx, deps, row)
    if (before.fileId !== null && before.fileId !== row.fileId) await files.deleteUnreferenced(tx, tenantId, [before.fileId])
    return row
  })
}

/**
 * Schedules another reading of a knowledge source and another download of its photos.
 * @throws 404 if the source does not exist
 */
export async function refreshSource(deps: WriteDeps, { tenantId }: Identity, id: string): Promise<SourceRow> {
  const row = await deps.db.tenant(tenantId, async (tx) => {
    const restartedSource = await restartSourceReading(tx, deps, { tenantId, id })
    if (restartedSource) await markPhotosForDownload(tx, tenantId, id)
    return restartedSource
  })
  if (!row) throw errors.notFound()
  return row
}

/**
 * Deletes a knowledge source with its passages and photos. Sent messages keep copies of the passages on which they are based (KNOW-13).
 * @throws 404 if the source does not exist
 */
export function deleteSource({ db }: Pick<Deps, 'db'>, files: SourceFiles, identity: Identity, id: string): Promise<void> {
  const { tenantId } = identity
  return db.tenant(tenantId, async (tx) => {
    const sourceFilter = whereTenant(knowledgeSources, tenantId, eq(knowledgeSources.id, id))
    // Locks the knowledge source before its passages. All code uses this order, to avoid deadlocks.
    await tx.db.select({ id: knowledgeSources.id }).from(knowledgeSources).where(sourceFilter).for('update')
    await replacePassages(tx, tenantId, id, [])
    const photos = await deletePhotos(tx, tenantId, id)
    const [deletedSource] = await tx.db
      .delete(knowledgeSources)
      .where(sourceFilter)
      .returning({ title: knowledgeSources.title, fileId: knowledgeSources.fileId })
    if (!deletedSource) throw errors.notFound()
    await files.deleteUnreferenced(
      tx,
      tenantId,
      [deletedSource.fileId, ...photos].filter((fileId) => fileId !== null),
    )
    await writeAuditEntry(tx, {
      tenantId,
      actor: toAuditActor(identity),
      action: 'knowledge.removed',
      subject: { kind: 'source', id, label: deletedSource.title },
    })
    tx.emit({ name: 'knowledge.changed', payload: { tenantId, source_id: id, state: 'deleted' } })
  })
}
