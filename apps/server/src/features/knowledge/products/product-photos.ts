import type { Product } from '@prosa/contract/entities/agents/knowledge'
import { eq, inArray, ne, notInArray, type SQL } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgePhotos } from '../../../platform/database/schema/agents/knowledge.ts'
import type { Deps } from '../../../platform/deps.ts'
import { hashJson } from '../../../platform/json/hash-json.ts'
import type { Files } from '../../files/ports.ts'
import type { SourceRow } from '../present.ts'

const BATCH_SIZE = 500

const sourcePhotosCondition = (tenantId: string, sourceId: string, ...conditions: (SQL | undefined)[]) =>
  whereTenant(knowledgePhotos, tenantId, eq(knowledgePhotos.sourceId, sourceId), ...conditions)

/** Schedules the download of a knowledge source's missing product photos. Deletes photos to which no product refers any more. */
export async function schedulePhotoDownloads(
  tx: Tx,
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  files: Pick<Files, 'deleteUnreferenced'>,
  { tenantId, id: sourceId }: Pick<SourceRow, 'tenantId' | 'id'>,
  products: readonly Product[],
): Promise<void> {
  const links = new Map(products.flatMap(({ photo }): [string, string][] => (photo === null ? [] : [[hashJson(photo), photo]])))
  await deleteOtherPhotos(tx, files, tenantId, sourceId, [...links.keys()])
  if (links.size === 0) return
  await markPhotosForDownload(tx, tenantId, sourceId, 'failed')
  const createdAt = clock.now()
  const rows = [...links].map(([digest, link]) => ({ tenantId, id: uuid(), sourceId, link, digest, createdAt }))
  for (let offset = 0; offset < rows.length; offset += BATCH_SIZE)
    await tx.db
      .insert(knowledgePhotos)
      .values(rows.slice(offset, offset + BATCH_SIZE).map((row) => ({ ...row, state: 'waiting' as const })))
      .onConflictDoNothing()
  const waitingCount = await tx.db.$count(
    knowledgePhotos,
    sourcePhotosCondition(tenantId, sourceId, eq(knowledgePhotos.state, 'waiting')),
  )
  if (waitingCount > 0) await jobs.send(tx, 'fetch-photos', { tenantId, sourceId }, { key: sourceId })
}

async function deleteOtherPhotos(
  tx: Tx,
  files: Pick<Files, 'deleteUnreferenced'>,
  tenantId: string,
  sourceId: string,
  digests: readonly string[],
): Promise<void> {
  const deletedPhotos = await tx.db
    .delete(knowledgePhotos)
    .where(
      sourcePhotosCondition(
        tenantId,
        sourceId,
        digests.length > 0 ? notInArray(knowledgePhotos.digest, [...digests]) : undefined,
      ),
    )
    .returning({ fileId: knowledgePhotos.fileId })
  await files.deleteUnreferenced(
    tx,
    tenantId,
    deletedPhotos.flatMap(({ fileId }) => fileId ?? []),
  )
}

/** Marks the photos of a knowledge source so that its next reading downloads them again: all photos, or only failed ones. */
export async function markPhotosForDownload(
  tx: Tx,
  tenantId: string,
  sourceId: string,
  selection: 'all' | 'failed' = 'all',
): Promise<void> {
  const { state } = knowledgePhotos
  await tx.db
    .update(knowledgePhotos)
    .set({ state: 'waiting', attempts: 0 })
    .where(sourcePhotosCondition(tenantId, sourceId, selection === 'all' ? ne(state, 'waiting') : eq(state, 'failed')))
}

/**
 * Deletes the photos of a knowledge source.
 * @returns their file ids, so that the caller can delete the files
 */
export async function deletePhotos(tx: Tx, tenantId: string, sourceId: string): Promise<(string | null)[]> {
  const deletedPhotos = await tx.db
    .delete(knowledgePhotos)
    .where(sourcePhotosCondition(tenantId, sourceId))
    .returning({ fileId: knowledgePhotos.fileId })
  return deletedPhotos.map(({ fileId }) => fileId)
}

/** Returns the file ids of product photos, by passage id. Omits products without a stored photo. */
export async function getProductPhotos(
  tx: Tx,
  tenantId: string,
  products: readonly { id: string; sourceId: string; product: Product | null }[],
): Promise<ReadonlyMap<string, string>> {
  const productsWithPhoto = products.flatMap(({ id, sourceId, product }) =>
    product?.photo ? [{ id, sourceId, digest: hashJson(product.photo) }] : [],
  )
  if (productsWithPhoto.length === 0) return new Map()
  const { sourceId, digest, fileId } = knowledgePhotos
  const rows = await tx.db
    .select({ sourceId, digest, fileId })
    .from(knowledgePhotos)
    .where(
      whereTenant(
        knowledgePhotos,
        tenantId,
        inArray(
          sourceId,
          productsWithPhoto.map((each) => each.sourceId),
        ),
        inArray(
          digest,
          productsWithPhoto.map((each) => each.digest),
        ),
      ),
    )
  return new Map(
    productsWithPhoto.flatMap((each): [string, string][] => {
      const photo = rows.find((row) => row.sourceId === each.sourceId && row.digest === each.digest)
      return photo?.fileId ? [[each.id, photo.fileId]] : []
    }),
  )
}
