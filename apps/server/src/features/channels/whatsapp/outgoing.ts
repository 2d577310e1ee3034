import { COMPOSER_WINDOW_MS } from '@prosa/contract/constants'
import type { Deps } from '../../../kernel/deps.ts'
import { phoneKey } from '../../../kernel/phone-key.ts'
import type { OutgoingMedia, SendOutcome, WhatsAppAccount } from '../../../kernel/whatsapp.ts'
import type { ChannelAdapter, ChannelMessage, Delivered, NotSent } from '../../conversations/ports.ts'
import type { Files } from '../../files/ports.ts'
import { applyKept } from './apply-status.ts'
import type { Charges } from './charge-message.ts'
import { meaningOf } from './error-codes.ts'
import { noteKnown } from './evidence/known-ids.ts'
import { lookUp } from './evidence/look-up.ts'
import { heedRefusal, type Which, type Wishes } from './heed-refusal.ts'
import { accountOf, findNumber, type NumberRow } from './numbers.ts'
import { forgetMedia, mayBeItsMedia, mediaFor } from './outgoing-media.ts'
import { createPace } from './pace.ts'
import type { Tells } from './problems.ts'
import { watchSends } from './watch-number.ts'

const MEDIA_GONE = 'O WhatsApp não tem mais o arquivo; ele vai de novo.'
const NOT_READY = 'O servidor não pôde preparar o envio por este número. Confira o token do número nas configurações.'

/** A message with everything needed to send it. */
type ReadyMessage = ChannelMessage & { address: string; media: OutgoingMedia | null }

const refused = (reason: string): NotSent => ({ kind: 'refused', reason })

/** Creates the adapter that sends messages with the WhatsApp Cloud API, within Meta's rate limits. */
export function whatsappChannel(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'log' | 'cluster' | 'jobs' | 'mail'>,
  { leads, files, costs }: { leads: Wishes; files: Pick<Files, 'find'>; costs: Charges },
): Required<ChannelAdapter> {
  const pace = createPace(deps.cluster)
  const watch = watchSends(deps)

  /** Waits for the rate limit and returns the credentials for Meta, or the reason why the message cannot be sent now. */
  const makeReady = async (number: NumberRow): Promise<WhatsAppAccount | NotSent> => {
    try {
      const account = accountOf(deps, number)
      await pace.takeTurn(number)
      return account
    } catch (error) {
      deps.log.error({ err: error, numberId: number.id }, 'a WhatsApp message cannot be sent now')
      return { kind: 'later', reason: NOT_READY }
    }
  }

  const send = async (number: NumberRow, account: WhatsAppAccount, message: ReadyMessage): Promise<Delivered> => {
    const { template, media, carried, content: text } = message
    const outcome = await deps.whatsapp.send(account, {
      to: message.address,
      content: template
        ? { template, media, place: carried && 'location' in carried ? carried.location : null }
        : media
          ? { media }
          : carried && 'choices' in carried
            ? { text, ...carried }
            : (carried ?? { text }),
      callbackData: message.messageId,
      answers: template ? null : message.answers,
    })
    if (outcome.kind === 'refused' && media && mayBeItsMedia(outcome.code)) {
      const isToComeAgain = await deps.db.tenant(number.tenantId, (tx) => forgetMedia(tx, number, media.id, message.messageId))
      if (isToComeAgain) return { kind: 'later', reason: MEDIA_GONE }
    }
    if (outcome.kind === 'refused') {
      const { code, message: detail } = outcome
      deps.log.warn({ code, numberId: number.id, detail }, 'WhatsApp refused a message')
      await heed(deps, leads, number, { code, message: { id: message.messageId } })
    }
    if (outcome.kind === 'accepted') await watch(number)
    return inOurTerms(outcome)
  }

  /** Returns the sending number and the recipient, or the reason why the message cannot be sent. */
  const wayOf = async ({ tenantId, accountId, address }: Pick<ChannelMessage, 'tenantId' | 'accountId' | 'address'>) => {
    const number = accountId && (await deps.db.tenant(tenantId, (tx) => findNumber(tx, tenantId, accountId)))
    if (!number || !address) return refused('O número de WhatsApp desta conversa foi desligado.')
    if (number.status === 'broken') return refused(number.statusReason ?? 'O número de WhatsApp está sem acesso à Meta.')
    return { number, address }
  }

  /** Meta assigns an id to a reaction, which could be taken for that of a message with unknown delivery (MISS-01). */
  const noteReaction = ({ number: { tenantId, id }, address }: { number: NumberRow; address: string }, channelId: string) =>
    deps.db.tenant(tenantId, (tx) =>
      noteKnown(tx, { tenantId, numberId: id }, { id: channelId, sender: phoneKey(address) ?? address }, deps.clock.now()),
    )

  return {
    windowMs: COMPOSER_WINDOW_MS,
    react: async (reaction) => {
      const way = await wayOf(reaction)
      if ('kind' in way) return way
      const account = await makeReady(way.number)
      if ('kind' in account) return account
      const { channelId: to, emoji } = reaction
      const outcome = await deps.whatsapp.send(account, {
        to: way.address,
        content: { reaction: { to, emoji } },
        callbackData: '',
      })
      if (outcome.kind === 'refused') await heed(deps, leads, way.number, { code: outcome.code, message: { channelId: to } })
      if (outcome.kind === 'accepted') await noteReaction(way, outcome.channelId)
      return inOurTerms(outcome)
    },
    prepare: async (message) => {
      const way = await wayOf(message)
      if ('kind' in way) return way
      const { number, address } = way
      const media = message.file ? await mediaFor(deps, files, number, message) : null
      if (media && 'kind' in media) return media
      const account = await makeReady(number)
      if ('kind' in account) return account
      return { kind: 'ready', send: () => send(number, account, { ...message, address, media }) }
    },
    lookUp: (doubt) => lookUp(deps, doubt),
    adopt: (tx, { tenantId, channelId }, conversations, at) =>
      applyKept(tx, { tenantId }, channelId, { conversations, costs }, at),
  }
}

function inOurTerms(outcome: SendOutcome): Delivered {
  switch (outcome.kind) {
    case 'accepted':
      return outcome
    case 'unknown':
      return outcome
    case 'unreachable':
      return { kind: 'later', reason: 'O WhatsApp não respondeu.' }
    case 'refused': {
      const { later, reason } = meaningOf(outcome.code)
      return { kind: later ? 'later' : 'refused', reason }
    }
  }
}

const heed = (
  { db, clock, ...tells }: Pick<Deps, 'db' | 'clock'> & Tells,
  leads: Wishes,
  { tenantId, id }: NumberRow,
  refused: { code: number | null; message: Which },
) =>
  db.tenant(tenantId, (tx) =>
    heedRefusal(tx, tells, leads, { tenantId, numberId: id }, { ...refused, saidAt: clock.now() }, clock.now()),
  )
