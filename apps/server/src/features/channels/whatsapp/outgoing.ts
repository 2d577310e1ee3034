import { COMPOSER_WINDOW_MS } from '@prosa/contract/constants'
import type { ChannelAdapter, ChannelMessage, Delivered, Deps } from '../../../kernel/deps.ts'
import type { SendOutcome } from '../../../kernel/whatsapp.ts'
import { meaningOf } from './error-codes.ts'
import { accountOf, findNumber, type NumberRow, noteStatus } from './numbers.ts'
import { createPace } from './pace.ts'

const refused = (reason: string): Delivered => ({ kind: 'refused', reason })

/** Takes messages out over the WhatsApp Cloud API, at Meta's pace. */
export function whatsappChannel(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'log' | 'cluster'>): ChannelAdapter {
  const pace = createPace(deps.cluster)

  const send = async (number: NumberRow, message: ChannelMessage & { address: string }): Promise<SendOutcome> => {
    await pace.takeTurn(number.phoneNumberId)
    return deps.whatsapp.send(accountOf(deps, number), {
      to: message.address,
      content: message.template ? { template: message.template } : { text: message.content },
      callbackData: message.messageId,
    })
  }

  return {
    windowMs: COMPOSER_WINDOW_MS,
    deliver: async (message) => {
      const { tenantId, accountId, address } = message
      const number = accountId && (await deps.db.tenant(tenantId, (tx) => findNumber(tx, tenantId, accountId)))
      if (!number || !address) return refused('O número de WhatsApp desta conversa foi desligado.')
      if (number.status === 'broken') return refused(number.statusReason ?? 'O número de WhatsApp está sem acesso à Meta.')
      const outcome = await send(number, { ...message, address })
      if (outcome.kind === 'refused') {
        deps.log.warn({ code: outcome.code, numberId: number.id, detail: outcome.message }, 'WhatsApp refused a message')
        if (meaningOf(outcome.code).broken) await breakNumber(deps, number, outcome.code)
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

/** Meta refuses the number itself: staff must mend it, and until then nothing is asked in vain. */
const breakNumber = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, number: NumberRow, code: number) =>
  db.tenant(number.tenantId, (tx) => noteStatus(tx, number, { reason: meaningOf(code).reason }, clock.now()))
