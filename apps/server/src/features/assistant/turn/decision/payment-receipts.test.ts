import { describe, expect, it } from 'vitest'
import type { LeadMessage, TurnInput } from '../../turn-input.ts'
import { decideCheckedPlaybookTurn } from './decide-checked-playbook-turn.ts'
import { screenForModel } from './screen-turn.ts'

const SAID = 'Recebi o comprovante! A equipe confere e te confirma.'
const REASON = 'Comprovante: conferir pagamento'
const text = (content: string): LeadMessage => ({ type: 'text', content })
const file = (about: string, content = '', type = 'image'): LeadMessage => ({ type, content, fileText: about })

const inputOf = (newMessages: readonly LeadMessage[]): TurnInput => ({
  agent: { name: 'Clara', type: 'SDR', company: 'Aurora' },
  lead: { name: 'Ana', company: null, phone: null, email: null },
  conversation: { stage: null, memory: null },
  newMessages,
  now: new Date('2026-11-25T15:00:00Z'),
  timeZone: 'America/Sao_Paulo',
})

const RECEIPTS: readonly (readonly LeadMessage[])[] = [
  [file('foto.jpg', 'Segue o comprovante')],
  [text('Oi, boa tarde!'), file('foto.jpg', 'comprovante do pix')],
  [text('Acabei de fazer o pix'), file('IMG-2231.jpg')],
  [file('comprovante_pix.pdf', '', 'document')],
  [file('doc.pdf\nComprovante de transferência Valor R$ 500,00', '', 'document')],
  [file('doc.pdf\nBanco do Brasil Pix enviado ID da transação E123', '', 'document')],
  [file('recibo-de-pagamento.png')],
  [file('a.jpg'), text('já paguei, tá aí o comprovante. Obrigada!')],
  [text('Paguei o sinal'), file('a.jpg'), file('b.jpg')],
  [file('a.jpg', 'transferência realizada agora')],
]
const NONE: readonly (readonly LeadMessage[])[] = [
  [file('planta.jpg')],
  [file('comprovante de residência.pdf', '', 'document')],
  [file('a.jpg', 'comprovante de renda')],
  [text('Quero pagar com pix, pode?')],
  [text('Já paguei')],
  [file('contrato.pdf\nContrato de locação', '', 'document')],
]

describe('SEE-04 a receipt', () => {
  it.each(RECEIPTS.map((burst) => [burst]))('is answered alike by both engines, and calls the team: %j', (burst) => {
    for (const decision of [decideCheckedPlaybookTurn(inputOf(burst)), screenForModel(inputOf(burst)).guardDecision]) {
      expect(decision?.replies).toEqual([SAID])
      expect(decision?.attention?.reason).toBe(REASON)
    }
  })

  it.each(NONE.map((burst) => [burst]))('is not what only looks so: %j', (burst) => {
    const decision = decideCheckedPlaybookTurn(inputOf(burst))
    expect(decision.replies.join(' ')).not.toContain('comprovante!')
    expect(decision.attention?.reason ?? '').not.toContain(REASON)
    expect(screenForModel(inputOf(burst)).screened.hasReceipt).toBe(false)
  })

  it('with a question beside it comes first, and the question is answered after it', () => {
    const { replies, attention } = decideCheckedPlaybookTurn(
      inputOf([text('Segue o comprovante. Qual o endereço de vocês?'), file('a.jpg')]),
    )
    expect(replies[0]).toBe(SAID)
    expect(replies.slice(1).join(' ')).toMatch(/endereço/)
    expect(replies.join(' ')).not.toMatch(/imagem/)
    expect(attention?.reason).toMatch(new RegExp(`^${REASON} · .*endereço`))
  })

  it('of a payment that something is wrong with leaves the complaint to be answered', () => {
    const { replies } = decideCheckedPlaybookTurn(
      inputOf([text('Paguei duas vezes e ninguém me responde, que absurdo!'), file('a.jpg')]),
    )
    expect(replies[0]).toBe(SAID)
    expect(replies.length).toBeGreaterThan(1)
  })

  it('leaves danger, and whoever wants no more messages, to the guard', () => {
    const danger = decideCheckedPlaybookTurn(
      inputOf([file('comprovante.pdf', '', 'document'), text('Socorro, está pegando fogo aqui em casa')]),
    )
    expect(danger.replies.join(' ')).toContain('193')
    expect(danger.replies.join(' ')).not.toContain('comprovante')
    expect(danger.attention?.reason).toMatch(/^URGENTE.* · Comprovante/)
  })
})
