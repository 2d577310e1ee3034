import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { latestTime } from '../../kernel/db/latest-time.ts'
import { conversationReads, conversations, messages } from '../../kernel/db/schema/conversations.ts'
import { messageEdits } from '../../kernel/db/schema/message-edits.ts'
import { whereTenant } from '../../kernel/db/where-tenant.ts'
import type { LeadChangeTarget } from '../leads/ports.ts'
import { leadEditsCondition } from './earlier-texts.ts'
import { eraseImportedMessages } from './past/imported-messages.ts'
import { eraseTranscripts } from './transcripts/lead-transcripts.ts'
import { eraseTurnStartStates } from './turn-start-states.ts'

/** Erases the contents of messages and the channel's identifiers. Author, time and response times stay for statistics. */
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

/** Assigns a lead's conversations to an anonymous lead, closes them, and erases everything noted about them. */
export async function anonymizeConversations(tx: Tx, { tenantId, leadId, at }: LeadChangeTarget, nobody: string): Promise<void> {
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
      updatedAt: latestTime(conversations.updatedAt, at),
    })
    .where(whereTenant(conversations, tenantId, eq(conversations.leadId, leadId)))
}
