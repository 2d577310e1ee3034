import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { latestTime } from '../../../platform/database/queries/latest-time.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversationReads, conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { messageEdits } from '../../../platform/database/schema/conversations/message-edits.ts'
import type { LeadChangeTarget } from '../../leads/ports.ts'
import { eraseTurnStartStates } from '../agent-replies/turn-start-states.ts'
import { leadEditsCondition } from '../edits/earlier-texts.ts'
import { eraseImportedMessages } from '../imported-history/imported-messages.ts'
import { eraseTranscripts } from '../transcripts/lead-transcripts.ts'

/**
 * Erases the contents and the channel identifiers of all messages of these conversations. Keeps author and times for statistics.
 * @param senders the channel's ids of the messages and of the lead
 */
export async function eraseMessageContents(
  tx: Tx,
  tenantId: string,
  conversationIds: readonly string[],
  senders: readonly string[],
): Promise<void> {
  await eraseImportedMessages(tx, tenantId, conversationIds)
  await eraseTranscripts(tx, tenantId, conversationIds)
  await eraseTurnStartStates(tx, tenantId, conversationIds)
  await tx.db.delete(messageEdits).where(leadEditsCondition(tenantId, senders))
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
    .where(whereTenant(messages, tenantId, inArray(messages.conversationId, [...conversationIds])))
  await tx.db
    .delete(conversationReads)
    .where(whereTenant(conversationReads, tenantId, inArray(conversationReads.conversationId, [...conversationIds])))
}

/** Assigns a lead's conversations to an anonymous lead, closes them, and erases their notes, such as the summary. */
export async function anonymizeConversations(
  tx: Tx,
  { tenantId, leadId, at }: LeadChangeTarget,
  anonymousLeadId: string,
): Promise<void> {
  await tx.db
    .update(conversations)
    .set({
      leadId: anonymousLeadId,
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
      updatedAt: latestTime(conversations.updatedAt, at),
    })
    .where(whereTenant(conversations, tenantId, eq(conversations.leadId, leadId)))
}
