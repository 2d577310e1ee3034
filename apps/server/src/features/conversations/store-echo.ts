import type { Tx } from '../../kernel/db/database.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { AlreadyStored, appendMessage } from './append-message.ts'
import type { FindOrCreateLead } from './channel-place.ts'
import { findPlace } from './find-place.ts'
import type { ReceiveInput } from './receive-message.ts'
import { loadView } from './view.ts'

/** Pauses the agent because somebody of the team answered on the channel's own app. */
export type PauseForEcho = (tx: Tx, tenantId: string, leadId: string, at: Date) => Promise<void>

/** Stores what the team wrote to a lead outside this product, as a manual message that has gone out already. Once, however often it is told. */
export async function storeEcho(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  ports: { findOrCreateLead: FindOrCreateLead; pauseForEcho: PauseForEcho },
  input: ReceiveInput,
): Promise<void> {
  const { tenantId, content, key } = input
  const at = clock.now()
  try {
    await db.tenant(tenantId, async (tx) => {
      const { lead, conversationId } = await findPlace(tx, { jobs }, ports.findOrCreateLead, input, at)
      await ports.pauseForEcho(tx, tenantId, lead.id, at)
      const appended = await appendMessage(tx, {
        tenantId,
        conversationId,
        role: 'AI',
        manual: true,
        content,
        clientKey: key,
        channelId: input.channelId ?? null,
        delivery: 'sent',
        attachment: input.attachment ?? null,
        at,
        ...(input.type ? { type: input.type } : {}),
        ...(input.preview ? { preview: input.preview } : {}),
        ...(input.saidAt ? { saidAt: input.saidAt } : {}),
      })
      if (!appended) throw errors.notFound()
      await input.onStored?.(tx, appended.message)
      const conversation = await loadView(tx.db, tenantId, conversationId)
      tx.emit({ name: 'message.stored', payload: { tenantId, message: appended.message, conversation } })
    })
  } catch (error) {
    if (!(error instanceof AlreadyStored)) throw error
  }
}
