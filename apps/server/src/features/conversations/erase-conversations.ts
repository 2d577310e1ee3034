import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { noEarlier } from '../../kernel/db/no-earlier.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { conversationReads, conversations, messages } from '../../kernel/db/schema/conversations.ts'
import { messageEdits } from '../../kernel/db/schema/message-edits.ts'
import type { WhichLead } from '../leads/ports.ts'
import { editsOf } from './earlier-wordings.ts'
import { erasePast } from './past/of-lead.ts'
import { eraseTranscripts } from './transcripts/of-lead.ts'
import { eraseTurnStarts } from './turn-starts.ts'

/** Erases the contents of messages and the channel's identifiers. Author, time and response times stay for statistics. */
export async function emptyMessages(
  tx: Tx,
  tenantId: string,
  conversationIds: readonly string[],
  senders: readonly string[],
): Promise<void> {
  await erasePast(tx, tenantId, conversationIds)
  await eraseTranscripts(tx, tenantId, conversationIds)
  await eraseTurnStarts(tx, tenantId, conversationIds)
  await tx.db.delete(messageEdits).where(editsOf(tenantId, senders))
  await tx.db
    .update(messages)
    .set({
      content: '',
      attachment: null,
      transcript: null,
      aboutFile: null,
      meta: null,
      clientKey: null,
      requestHash: null,
      channelId: null,
      delivery: null,
      deliveryError: null,
      attemptedAt: null,
      attemptAfter: null,
      editedAt: null,
      revokedAt: null,
    })
    .where(ofTenant(messages, tenantId, inArray(messages.conversationId, [...conversationIds])))
  await tx.db
    .delete(conversationReads)
    .where(ofTenant(conversationReads, tenantId, inArray(conversationReads.conversationId, [...conversationIds])))
}

/** Assigns a lead's conversations to an anonymous lead, closes them, and erases everything noted about them. */
export async function giveConversations(tx: Tx, { tenantId, leadId, at }: WhichLead, nobody: string): Promise<void> {
  await tx.db
    .update(conversations)
    .set({
      leadId: nobody,
      channelAccountId: null,
      channelAddress: null,
      addressKey: null,
      status: 'closed',
      statusMessage: null,
      needsAttention: false,
      attentionReason: null,
      undelivered: [],
      summary: null,
      assistantState: null,
      lateSeqs: [],
      lastMessagePreview: null,
      lastMessageFrom: null,
      lastSenderId: null,
      lastSenderName: null,
      lastMessageFailed: false,
      leadMessages: 0,
      waitingSince: null,
      freeUntil: null,
      pastChangedAt: null,
      archive: true,
      updatedAt: noEarlier(conversations.updatedAt, at),
    })
    .where(ofTenant(conversations, tenantId, eq(conversations.leadId, leadId)))
}
