import { VISITOR_MAX_BYTES_PER_DAY, VISITOR_MAX_FILES_PER_HOUR } from '@prosa/contract/rules/files/accepted-files'
import { gt, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { files } from '../../../platform/database/schema/conversations/files.ts'
import { errors } from '../../../platform/errors.ts'
import { ownFilesCondition } from '../own-files.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Enforces the upload limits of a web chat visitor: files per hour and bytes per day (1-whatsapp.md, section 6).
 * @throws 429 with the seconds until this file is allowed
 */
export async function enforceVisitorLimits(
  tx: Tx,
  visitor: { tenantId: string; visitor: string },
  size: number,
  now: Date,
): Promise<void> {
  // Serializes concurrent announcements of one visitor, so that each is counted.
  await tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${visitor.tenantId}/${visitor.visitor}`}, 0))`)
  const recentFiles = await tx.db
    .select({ size: files.size, at: files.createdAt })
    .from(files)
    .where(ownFilesCondition(visitor, gt(files.createdAt, new Date(now.getTime() - DAY_MS))))
    .orderBy(files.createdAt)
  const filesInLastHour = recentFiles.filter(({ at }) => at.getTime() > now.getTime() - HOUR_MS)
  const limitingFile = filesInLastHour.at(-VISITOR_MAX_FILES_PER_HOUR)
  if (limitingFile) throw errors.rateLimited(getSecondsUntil(limitingFile.at.getTime() + HOUR_MS, now))
  let bytes = size + recentFiles.reduce((sum, row) => sum + row.size, 0)
  for (const row of recentFiles) {
    if (bytes <= VISITOR_MAX_BYTES_PER_DAY) return
    bytes -= row.size
    if (bytes <= VISITOR_MAX_BYTES_PER_DAY) throw errors.rateLimited(getSecondsUntil(row.at.getTime() + DAY_MS, now))
  }
}

const getSecondsUntil = (timeMs: number, now: Date): number => Math.ceil((timeMs - now.getTime()) / 1_000)
