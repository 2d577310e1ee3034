import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { pastMessages } from '../../../kernel/db/schema/past.ts'
import type { Files } from '../../files/ports.ts'
import { applyAnew } from '../kept-amendments.ts'

/** Deletes the imported copy of a message that now arrives as a new message. The caller has locked the conversation. */
export async function outOfPast(
  tx: Tx,
  files: Pick<Files, 'release'>,
  { tenantId, leadId, channelId }: { tenantId: string; leadId: string; channelId: string | null | undefined },
): Promise<void> {
  if (!channelId) return
  const gone = await tx.db
    .delete(pastMessages)
    .where(ofTenant(pastMessages, tenantId, eq(pastMessages.channelId, channelId)))
    .returning({ id: pastMessages.id })
  if (gone.length === 0) return
  await applyAnew(tx, tenantId, channelId)
  await files.release(tx, tenantId, { leadId, messageIds: gone.map(({ id }) => id), visitor: null })
}
