import { REPLY_WINDOW_MS } from '@prosa/contract/constants'
import type { Deps } from '../../../../platform/deps.ts'
import type { OutgoingMedia, SendOutcome, WhatsAppAccount } from '../../../../platform/external-services/whatsapp-api.ts'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'
import type { ChannelAdapter, MessageToSend, SendFailure, SendResult } from '../../../conversations/ports.ts'
import type { Files } from '../../../files/ports.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'
import { createSendRateLimiter } from '../cloud-api/send-rate-limiter.ts'
import type { ChargePort } from '../costs/charge-message.ts'
import { deleteRejectedMediaId, isMediaError, resolveOutgoingMedia } from '../media/outgoing-media.ts'
import { createActivityCheckScheduler } from '../number-health/number-activity.ts'
import type { NotifyDeps } from '../number-health/problems.ts'
import { findWhatsAppNumber, getWhatsAppAccount, type WhatsAppNumberRow } from '../numbers/numbers.ts'
import { recordMessageId } from '../reconciliation/existing-ids.ts'
import { lookUpDelivery } from '../reconciliation/look-up-delivery.ts'
import { applyPendingStatuses } from '../statuses/apply-statuses.ts'
import { handleSendRejection, type MarketingPort, type MessageRef } from './handle-send-rejection.ts'

const MEDIA_EXPIRED_REASON = 'O WhatsApp não tem mais o arquivo; ele vai de novo.'
const NOT_READY_REASON = 'O servidor não pôde preparar o envio por este número. Confira o token do número nas configurações.'

/** Message with its recipient's address and its file at Meta, ready to send. */
type ReadyMessage = MessageToSend & { address: string; media: OutgoingMedia | null }

const createSendFailure = (reason: string): SendFailure => ({ kind: 'refused', reason })

/** Creates the channel adapter that sends messages through the WhatsApp Cloud API, within Meta's rate limits. */
export function createWhatsAppAdapter(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'log' | 'cluster' | 'jobs' | 'mailer'>,
  { leads, files, costs }: { leads: MarketingPort; files: Pick<Files, 'find'>; costs: ChargePort },
): Required<ChannelAdapter> {
  const rateLimiter = createSendRateLimiter(deps.cluster)
  const scheduleActivityCheck = createActivityCheckScheduler(deps)

  /** Waits for the rate limit and returns the credentials for requests to Meta. Returns the reason if the message cannot be sent now. */
  const acquireAccount = async (number: WhatsAppNumberRow): Promise<WhatsAppAccount | SendFailure> => {
    try {
      const account = getWhatsAppAccount(deps, number)
      await rateLimiter.acquireSlot(number)
      return account
    } catch (error) {
      deps.log.error({ err: error, numberId: number.id }, 'a WhatsApp message cannot be sent now')
      return { kind: 'later', reason: NOT_READY_REASON }
    }
  }

  const send = async (number: WhatsAppNumberRow, account: WhatsAppAccount, message: ReadyMessage): Promise<SendResult> => {
    const { template, media, structuredContent, content: text } = message
    const outcome = await deps.whatsapp.send(account, {
      to: message.address,
      content: template
        ? {
            template,
            media,
            headerLocation: structuredContent && 'location' in structuredContent ? structuredContent.location : null,
          }
        : media
          ? { media }
          : structuredContent && 'choices' in structuredContent
            ? { text, ...structuredContent }
            : (structuredContent ?? { text }),
      callbackData: message.messageId,
      quotedChannelId: template ? null : message.quotedChannelId,
    })
    if (outcome.kind === 'refused' && media && isMediaError(outcome.code)) {
      const shouldUploadAgain = await deps.db.tenant(number.tenantId, (tx) =>
        deleteRejectedMediaId(tx, number, media.id, message.messageId),
      )
      if (shouldUploadAgain) return { kind: 'later', reason: MEDIA_EXPIRED_REASON }
    }
    if (outcome.kind === 'refused') {
      const { code, message: detail } = outcome
      deps.log.warn({ code, numberId: number.id, detail }, 'WhatsApp refused a message')
      await handleRejection(deps, leads, number, { code, message: { id: message.messageId } })
    }
    if (outcome.kind === 'accepted') await scheduleActivityCheck(number)
    return toSendResult(outcome)
  }

  /** Returns the sending WhatsApp number and the recipient's address. Returns the reason if the message cannot be sent. */
  const resolveRoute = async ({ tenantId, accountId, address }: Pick<MessageToSend, 'tenantId' | 'accountId' | 'address'>) => {
    const number = accountId && (await deps.db.tenant(tenantId, (tx) => findWhatsAppNumber(tx, tenantId, accountId)))
    if (!number || !address) return createSendFailure('O número de WhatsApp desta conversa foi desligado.')
    if (number.status === 'broken')
      return createSendFailure(number.statusReason ?? 'O número de WhatsApp está sem acesso à Meta.')
    return { number, address }
  }

  /** Stores Meta's id of a reaction. Otherwise it could be mistaken for the id of a message with unknown delivery (MISS-01). */
  const recordReactionId = (
    { number: { tenantId, id }, address }: { number: WhatsAppNumberRow; address: string },
    channelId: string,
  ) =>
    deps.db.tenant(tenantId, (tx) =>
      recordMessageId(
        tx,
        { tenantId, numberId: id },
        { id: channelId, sender: toPhoneKey(address) ?? address },
        deps.clock.now(),
      ),
    )

  return {
    replyWindowMs: REPLY_WINDOW_MS,
    sendReaction: async (reaction) => {
      const route = await resolveRoute(reaction)
      if ('kind' in route) return route
      const account = await acquireAccount(route.number)
      if ('kind' in account) return account
      const { channelId: reactedMessageId, emoji } = reaction
      const outcome = await deps.whatsapp.send(account, {
        to: route.address,
        content: { reaction: { to: reactedMessageId, emoji } },
        callbackData: '',
      })
      if (outcome.kind === 'refused')
        await handleRejection(deps, leads, route.number, { code: outcome.code, message: { channelId: reactedMessageId } })
      if (outcome.kind === 'accepted') await recordReactionId(route, outcome.channelId)
      return toSendResult(outcome)
    },
    prepare: async (message) => {
      const route = await resolveRoute(message)
      if ('kind' in route) return route
      const { number, address } = route
      const media = message.file ? await resolveOutgoingMedia(deps, files, number, message) : null
      if (media && 'kind' in media) return media
      const account = await acquireAccount(number)
      if ('kind' in account) return account
      return { kind: 'ready', send: () => send(number, account, { ...message, address, media }) }
    },
    lookUpDelivery: (unknownDelivery) => lookUpDelivery(deps, unknownDelivery),
    applyPendingStatuses: (tx, { tenantId, channelId }, conversations, at) =>
      applyPendingStatuses(tx, { tenantId }, channelId, { conversations, costs }, at),
  }
}

function toSendResult(outcome: SendOutcome): SendResult {
  switch (outcome.kind) {
    case 'accepted':
      return outcome
    case 'unknown':
      return outcome
    case 'unreachable':
      return { kind: 'later', reason: 'O WhatsApp não respondeu.' }
    case 'refused': {
      const { isTemporary, reason } = getErrorMeaning(outcome.code)
      return { kind: isTemporary ? 'later' : 'refused', reason }
    }
  }
}

const handleRejection = (
  { db, clock, ...notifyDeps }: Pick<Deps, 'db' | 'clock'> & NotifyDeps,
  leads: MarketingPort,
  { tenantId, id }: WhatsAppNumberRow,
  rejection: { code: number | null; message: MessageRef },
) =>
  db.tenant(tenantId, (tx) =>
    handleSendRejection(tx, notifyDeps, leads, { tenantId, numberId: id }, { ...rejection, saidAt: clock.now() }, clock.now()),
  )
