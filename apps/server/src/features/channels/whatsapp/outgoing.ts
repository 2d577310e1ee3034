import { COMPOSER_WINDOW_MS } from '@prosa/contract/constants'
import type { ChannelAdapter, ChannelMessage, Delivered, Deps } from '../../../kernel/deps.ts'
import type { SendOutcome, WhatsAppAccount } from '../../../kernel/whatsapp.ts'
import { meaningOf } from './error-codes.ts'
import { heedRefusal, type Which } from './heed-refusal.ts'
import { accountOf, findNumber, type NumberRow } from './numbers.ts'
import { createPace } from './pace.ts'

const NOT_READY = 'O servidor não pôde preparar o envio por este número. Confira o token do número nas configurações.'

const refused = (reason: string): Delivered => ({ kind: 'refused', reason })

/** Takes messages out over the WhatsApp Cloud API, at Meta's pace. */
export function whatsappChannel(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'log' | 'cluster'>): ChannelAdapter {
  const pace = createPace(deps.cluster)

  /** What it takes to ask Meta, at its turn; or why that cannot be now. */
  const makeReady = async (number: NumberRow): Promise<WhatsAppAccount | Delivered> => {
    try {
      const account = accountOf(deps, number)
      await pace.takeTurn(number.phoneNumberId)
      return account
    } catch (error) {
      deps.log.error({ err: error, numberId: number.id }, 'a WhatsApp message cannot be sent now')
      return { kind: 'later', reason: NOT_READY }
    }
  }

  const send = (account: WhatsAppAccount, message: ChannelMessage & { address: string }): Promise<SendOutcome> =>
    deps.whatsapp.send(account, {
      to: message.address,
      content: message.template ? { template: message.template } : { text: message.content },
      callbackData: message.messageId,
    })

  return {
    windowMs: COMPOSER_WINDOW_MS,
    deliver: async (message, leave) => {
      const { tenantId, accountId, address } = message
      const number = accountId && (await deps.db.tenant(tenantId, (tx) => findNumber(tx, tenantId, accountId)))
      if (!number || !address) return refused('O número de WhatsApp desta conversa foi desligado.')
      if (number.status === 'broken') return refused(number.statusReason ?? 'O número de WhatsApp está sem acesso à Meta.')
      const account = await makeReady(number)
      if ('kind' in account) return account
      if (!(await leave())) return { kind: 'called off' }
      const outcome = await send(account, { ...message, address })
      if (outcome.kind === 'refused') {
        const { code, message: detail } = outcome
        deps.log.warn({ code, numberId: number.id, detail }, 'WhatsApp refused a message')
        await heed(deps, number, { code, message: { id: message.messageId } })
      }
      return inOurTerms(outcome)
    },
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
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tenantId, id }: NumberRow,
  refused: { code: number | null; message: Which },
) => db.tenant(tenantId, (tx) => heedRefusal(tx, { tenantId, numberId: id }, { ...refused, saidAt: clock.now() }, clock.now()))
