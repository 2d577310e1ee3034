import { asc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { messageEdits } from '../../kernel/db/schema/message-edits.ts'
import type { Amendment } from './amendment.ts'

/** What the list shows for a message that was taken back. */
export const TAKEN_BACK_PREVIEW = { humano: 'Mensagem apagada pelo lead', AI: 'Mensagem apagada' } as const

/** How a message was put otherwise or taken back, as it is kept. */
export type KeptAmendment = typeof messageEdits.$inferSelect

/** Whoever stores a message and whoever amends it wait for each other, so that neither misses the other. Before any row is held. */
export const holdAmendments = (tx: Tx, tenantId: string, channelId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${tenantId}), hashtext(${channelId}))`)

const ofMessage = (tenantId: string, channelId: string, ...rest: SQL[]) =>
  ofTenant(messageEdits, tenantId, eq(messageEdits.channelId, channelId), ...rest)

/** What is kept of a message and was not done yet, by the channel's clock. */
export const waitingFor = (tx: Tx, tenantId: string, channelId: string): Promise<KeptAmendment[]> =>
  tx.db
    .select()
    .from(messageEdits)
    .where(ofMessage(tenantId, channelId, eq(messageEdits.applied, false)))
    .orderBy(asc(messageEdits.saidAt), asc(messageEdits.receivedAt))

/** It is done. Of what was taken back no wording stays, nor one that comes later. */
export const noteApplied = (tx: Tx, tenantId: string, channelId: string, isTakenBack: boolean) =>
  tx.db
    .update(messageEdits)
    .set({ applied: true, ...(isTakenBack ? { content: null } : {}) })
    .where(ofMessage(tenantId, channelId))

/** The message that knew of it is gone, and the same one has come by another way: it is to be done to that. */
export const applyAnew = (tx: Tx, tenantId: string, channelId: string) =>
  tx.db
    .update(messageEdits)
    .set({ applied: false })
    // Its first wording changes nothing.
    .where(ofMessage(tenantId, channelId, ne(messageEdits.key, channelId)))

/** Keeps how a message read before it was put otherwise for the first time. */
export const keepFirstWording = (
  tx: Tx,
  { tenantId, channelId, content, saidAt }: { tenantId: string; channelId: string; content: string; saidAt: Date },
  { sender, byLead }: Pick<Amendment, 'sender' | 'byLead'>,
  at: Date,
) =>
  tx.db
    .insert(messageEdits)
    .values({ tenantId, channelId, key: channelId, sender, byLead, content, saidAt, receivedAt: at, applied: true })
    .onConflictDoNothing()
