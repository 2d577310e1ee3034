import { formatMonths } from '@prosa/contract/rules/organisation/format-months'
import { subMonths } from 'date-fns/subMonths'
import type { Deps } from '../../../platform/deps.ts'
import type { ErasureHandlers } from '../lead-data/erase-lead.ts'

const BATCH_SIZE = 200

interface FileRetention {
  tenantId: string
  months: number
}

/**
 * Deletes files of an organisation that are older than `months`. Their messages remain and display why the file is missing
 * (docs/sale/1-whatsapp.md, section 3: `file_months`).
 */
export async function deleteOldFiles(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  { conversations, files }: Pick<ErasureHandlers, 'conversations' | 'files'>,
  { tenantId, months }: FileRetention,
): Promise<void> {
  const before = subMonths(clock.now(), months)
  const reason = `Apagado: a organização guarda arquivos por ${formatMonths(months)}.`
  let deletedCount = 0
  for (let messageIds: string[] | null = null; messageIds === null || messageIds.length === BATCH_SIZE; ) {
    messageIds = await db.tenant(tenantId, async (tx) => {
      const oldMessageIds = await files.listMessagesWithOldFiles(tx, tenantId, before, BATCH_SIZE)
      for (const messageId of oldMessageIds) await conversations.markFileUnavailable(tx, tenantId, messageId, reason, clock.now())
      const [firstMessageId] = oldMessageIds
      if (firstMessageId !== undefined)
        await files.deleteMessageFiles(tx, tenantId, { leadId: firstMessageId, messageIds: oldMessageIds, visitor: null })
      return oldMessageIds
    })
    deletedCount += messageIds.length
  }
  if (deletedCount > 0) log.info({ tenantId, dropped: deletedCount }, 'files were dropped whose time was over')
}
