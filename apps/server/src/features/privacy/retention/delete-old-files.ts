import { formatMonths } from '@prosa/contract/rules/organisation/format-months'
import { subMonths } from 'date-fns/subMonths'
import type { Deps } from '../../../platform/deps.ts'
import type { ErasureHandlers } from '../lead-data/erase-lead.ts'

/** Number of files that are deleted in one transaction. */
const BATCH_SIZE = 200

interface FileRetention {
  tenantId: string
  /** Maximum age of a file in months. */
  months: number
}

/**
 * Deletes files of an organisation that are older than `months`. The messages remain and show the reason (docs/sale/1-whatsapp.md, section
 * 3: `file_months`).
 */
export async function deleteOldFiles(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  { conversations, files }: Pick<ErasureHandlers, 'conversations' | 'files'>,
  { tenantId, months }: FileRetention,
): Promise<void> {
  const before = subMonths(clock.now(), months)
  const reason = `Apagado: a organização guarda arquivos por ${formatMonths(months)}.`
  let dropped = 0
  for (let messageIds: string[] | null = null; messageIds === null || messageIds.length === BATCH_SIZE; ) {
    messageIds = await db.tenant(tenantId, async (tx) => {
      const old = await files.olderThan(tx, tenantId, before, BATCH_SIZE)
      for (const messageId of old) await conversations.loseFile(tx, tenantId, messageId, reason, clock.now())
      const [first] = old
      if (first !== undefined) await files.release(tx, tenantId, { leadId: first, messageIds: old, visitor: null })
      return old
    })
    dropped += messageIds.length
  }
  if (dropped > 0) log.info({ tenantId, dropped }, 'files were dropped whose time was over')
}
