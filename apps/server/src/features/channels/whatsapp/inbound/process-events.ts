import type { Message } from '@prosa/contract/entities/conversations/message'
import { asc, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../../platform/database/schema/conversations/conversations.ts'
import { media } from '../../../../platform/database/schema/conversations/files.ts'
import { whatsappEvents } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import { parseStorableJson } from '../../../../platform/json/storable-json.ts'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'
import { type Conversations, type IncomingMessage, MessageAlreadyStoredError } from '../../../conversations/ports.ts'
import type { Files } from '../../../files/ports.ts'
import type { Leads } from '../../../leads/ports.ts'
import type { ChargePort } from '../costs/charge-message.ts'
import { scheduleAdImageDownload } from '../media/ad-image.ts'
import { findWhatsAppNumber, type WhatsAppNumberRow } from '../numbers/numbers.ts'
import { recordMessageId } from '../reconciliation/existing-ids.ts'
import { applyPendingStatuses } from '../statuses/apply-statuses.ts'
import { getPermanentFailureReason } from '../webhook/permanent-failure.ts'
import { applyMarketingPreference } from './apply-marketing-preference.ts'
import { applyMessageEdit, parseMessageEdit } from './apply-message-edit.ts'
import { type ContactIdChange, parseIdChangeMessage, parseLinkedIds, parseUserIdUpdate } from './contact-ids.ts'
import { getIdentityAfterChange, parseContactIdentity } from './identity.ts'
import { extractAdImageUrl, getLeadOrigin, type ParsedMessage, parseMessage } from './parse-message.ts'

export interface ProcessPorts {
  conversations: Pick<
    Conversations,
    | 'storeIncomingMessage'
    | 'findStoredMessage'
    | 'linkContactIds'
    | 'storeEcho'
    | 'advanceDeliveryStatus'
    | 'setFreeWindow'
    | 'editMessage'
  >
  costs: ChargePort
  files: Pick<Files, 'deleteMessageFiles'>
  leads: Pick<Leads, 'setOptOutByChannel' | 'clearOptOutByChannel'>
}

/** Schema of a stored webhook event. The message is parsed later, by the code that needs it. */
const eventPayload = z.object({
  message: z.optional(z.unknown()),
  contact: z.optional(z.unknown()),
  timestamp: z.nullish(z.number()),
})

type EventRow = typeof whatsappEvents.$inferSelect
type ProcessDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'log'>

/** Processes the stored webhook events of one sender, oldest first. After an interruption, resumes with the unfinished event. */
export async function processEvents(deps: ProcessDeps, ports: ProcessPorts, job: JobPayloads['receive-whatsapp']): Promise<void> {
  for (let pending = await findOldestEvent(deps, job); pending; pending = await findOldestEvent(deps, job)) {
    const { event, number } = pending
    try {
      if (number) await processEvent(deps, ports, event, number)
      await finishEvent(deps, event, number ? null : 'the number is gone')
    } catch (error) {
      // An event that can never be stored must not block the next messages of the lead.
      const failure = getPermanentFailureReason(error)
      if (failure === null) throw error
      deps.log.error({ err: error, key: event.key }, 'a WhatsApp event cannot be worked off')
      await finishEvent(deps, event, failure)
    }
  }
}

const CRASHED_REASON = 'the process ended each time that it was worked off'

/** Marks a sender's oldest pending webhook event as failed, and schedules a job for the sender's other events. */
export async function markOldestEventFailed(deps: ProcessDeps, job: JobPayloads['receive-whatsapp']): Promise<void> {
  const pending = await findOldestEvent(deps, job)
  if (!pending) return
  await finishEvent(deps, pending.event, CRASHED_REASON)
  await deps.db.tenant(job.tenantId, (tx) =>
    deps.jobs.send(tx, 'receive-whatsapp', job, { key: `${job.numberId}:${job.sender}` }),
  )
}

const findOldestEvent = ({ db }: ProcessDeps, { tenantId, numberId, sender }: JobPayloads['receive-whatsapp']) =>
  db.tenant(tenantId, async (tx) => {
    const [event] = await tx.db
      .select()
      .from(whatsappEvents)
      .where(
        whereTenant(
          whatsappEvents,
          tenantId,
          eq(whatsappEvents.numberId, numberId),
          eq(whatsappEvents.sender, sender),
          isNull(whatsappEvents.processedAt),
        ),
      )
      .orderBy(asc(whatsappEvents.receivedAt), asc(whatsappEvents.place))
      .limit(1)
    return event ? { event, number: await findWhatsAppNumber(tx, tenantId, numberId) } : null
  })

async function processEvent(deps: ProcessDeps, ports: ProcessPorts, event: EventRow, number: WhatsAppNumberRow): Promise<void> {
  const kind = event.kind === 'echo' ? 'echo' : 'message'
  const { message, contact, timestamp } = eventPayload.parse(parseStorableJson(event.payload ?? '{}'))
  const now = deps.clock.now()
  if (event.kind === 'wish') {
    const preference = { payload: message, saidAt: getMessageTime(timestamp ?? 0, now) }
    await deps.db.tenant(event.tenantId, (tx) => applyMarketingPreference(tx, ports.leads, event, preference, now))
    return
  }
  if (event.kind === 'names') {
    const change = parseUserIdUpdate(message) ?? parseLinkedIds(message)
    if (change) await deps.db.tenant(event.tenantId, (tx) => applyContactIdChange(tx, ports, event, change, now))
    return
  }
  const idChange = parseIdChangeMessage(message)
  if (idChange) {
    const agents = await deps.db.tenant(event.tenantId, (tx) => applyContactIdChange(tx, ports, event, idChange, now))
    // The contact is not a lead of this agent. The change must neither create a lead nor merge two leads.
    if (!agents.includes(number.agentId)) return
  }
  const identity = idChange ? getIdentityAfterChange(idChange) : parseContactIdentity(message, contact, kind)
  if (!identity || isOwnNumber(identity, number)) return
  const edit = parseMessageEdit(message)
  if (edit) {
    await deps.db.tenant(event.tenantId, (tx) =>
      applyMessageEdit(tx, deps, ports, event, { edit, saidAt: getMessageTime(timestamp ?? 0, now) }, now),
    )
    return
  }
  const parsed = parseMessage(message)
  const channelId = event.key.startsWith('reaction:') ? undefined : event.key.slice(kind.length + 1)
  const input: IncomingMessage = {
    tenantId: event.tenantId,
    agentId: number.agentId,
    channel: 'whatsapp',
    channelKey: identity.channelKey,
    channelUserKey: identity.channelUserKey,
    channelAddress: { accountId: number.id, address: identity.address },
    lead: {
      ...(identity.name ? { name: identity.name } : {}),
      ...(identity.phone ? { phone: identity.phone } : {}),
      origin: kind === 'message' ? getLeadOrigin(message) : 'WhatsApp',
    },
    content: parsed.content,
    type: parsed.type,
    attachment: parsed.attachment,
    key: event.key,
    ...(channelId ? { channelId } : {}),
    writtenAt: getMessageTime(timestamp ?? 0, now),
    ...(parsed.preview ? { preview: parsed.preview } : {}),
    meta: await addReactionTarget(deps, event.tenantId, parsed),
    ...getReplyTarget(parsed),
    shouldAnswer: parsed.shouldAnswer,
    ...(parsed.attention ? { attention: parsed.attention } : {}),
  }
  try {
    await deps.db.tenant(event.tenantId, async (tx) => {
      const { message: stored } =
        kind === 'echo'
          ? await ports.conversations.storeEcho(tx, input)
          : await ports.conversations.storeIncomingMessage(tx, input)
      await scheduleFileDownload(tx, deps, event, parsed, stored)
      const adImageUrl = stored.revoked_at ? null : extractAdImageUrl(parsed)
      if (adImageUrl) await scheduleAdImageDownload(tx, deps, { ...event, messageId: stored.message_id, url: adImageUrl })
      if (kind === 'echo' && channelId) await applyPendingStatuses(tx, event, channelId, ports, now)
      if (kind === 'echo' && !channelId)
        await recordMessageId(tx, event, { id: event.key.split(':')[1] ?? '', sender: event.sender }, now)
      // The lead was erased in the meantime, together with this event.
      if (!(await markEventProcessed(tx, event, now, null))) throw errors.notFound()
    })
  } catch (error) {
    if (!(error instanceof MessageAlreadyStoredError)) throw error
    if (kind === 'message') await ports.conversations.findStoredMessage(input, error)
  }
  // A status that arrived before the message was stored is applied now.
  if (kind === 'echo' && channelId)
    await deps.db.tenant(event.tenantId, (tx) => applyPendingStatuses(tx, event, channelId, ports, now))
}

const applyContactIdChange = (
  tx: Tx,
  { conversations }: ProcessPorts,
  { tenantId }: EventRow,
  change: ContactIdChange,
  at: Date,
): Promise<string[]> => conversations.linkContactIds(tx, { tenantId, channel: 'whatsapp', ...change }, at)

/** Whether the other person is the organisation's own WhatsApp number. Such messages are ignored. */
const isOwnNumber = ({ phone }: { phone: string | null }, { displayNumber }: WhatsAppNumberRow): boolean =>
  phone !== null && toPhoneKey(phone) === toPhoneKey(displayNumber)

/**
 * Adds our own id of the message to which a reaction belongs; Meta sends only the channel's id. Events of a sender are processed in order,
 * so that message is already stored.
 */
async function addReactionTarget({ db }: ProcessDeps, tenantId: string, { meta }: ParsedMessage): Promise<ParsedMessage['meta']> {
  const reactionTo = meta?.['reactionTo']
  if (typeof reactionTo !== 'string') return meta
  const [target] = await db.tenant(tenantId, (tx) =>
    tx.db
      .select({ id: messages.id })
      .from(messages)
      .where(whereTenant(messages, tenantId, eq(messages.channelId, reactionTo))),
  )
  return target ? { ...meta, reactsTo: target.id } : meta
}

const getReplyTarget = ({ meta }: ParsedMessage): Pick<IncomingMessage, 'quotedChannelId'> =>
  typeof meta?.['replyTo'] === 'string' ? { quotedChannelId: meta['replyTo'] } : {}

/** Converts Meta's timestamp to a date. Returns the current time if the timestamp is missing or in the future. */
const getMessageTime = (seconds: number, now: Date): Date =>
  seconds > 0 ? new Date(Math.min(seconds * 1_000, now.getTime())) : now

async function scheduleFileDownload(
  tx: Tx,
  { jobs, clock }: ProcessDeps,
  { tenantId, numberId }: EventRow,
  { file }: ParsedMessage,
  { message_id: messageId, revoked_at: revokedAt }: Message,
): Promise<void> {
  if (!file || revokedAt) return
  const { url, ...pendingFile } = file
  await tx.db.insert(media).values({ tenantId, messageId, numberId, ...pendingFile, createdAt: clock.now() })
  await jobs.send(tx, 'fetch-media', { tenantId, messageId, ...(url ? { url } : {}) }, { key: messageId })
}

const finishEvent = async ({ db, clock }: ProcessDeps, event: EventRow, failure: string | null): Promise<void> => {
  await db.tenant(event.tenantId, (tx) => markEventProcessed(tx, event, clock.now(), failure))
}

/**
 * Marks a webhook event as processed. Deletes its payload on success, because the conversation then contains the message.
 * @returns false if the event no longer exists or is already processed
 */
async function markEventProcessed(
  tx: Tx,
  { tenantId, numberId, key }: EventRow,
  at: Date,
  failure: string | null,
): Promise<boolean> {
  const updatedRows = await tx.db
    .update(whatsappEvents)
    .set({ processedAt: at, failure, ...(failure === null ? { payload: null } : {}) })
    .where(
      whereTenant(
        whatsappEvents,
        tenantId,
        eq(whatsappEvents.numberId, numberId),
        eq(whatsappEvents.key, key),
        isNull(whatsappEvents.processedAt),
      ),
    )
    .returning({ key: whatsappEvents.key })
  return updatedRows.length > 0
}
