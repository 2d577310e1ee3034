import { describe, expect, it } from 'vitest'
import { AURORA, BENTO, NINA, talkThrough } from '../testing/dialogue.ts'

const MEANINGLESS = [
  'asdfgh',
  'xablau',
  'flopz brimbolo',
  'hjkl qwrtp',
  'ghdfjs asuhd jkh',
  'blorf',
  'amor compra cerveja quando voltar',
  'mas aí ele pegou a bola de',
]
const PLAYED_OVER = /Legal|Que bom|[Aa]not(ei|ado)|Prazer|Entendi|Obrigad|Show|Maravilha|se chama|procurando|proposta|experiência/

describe('GUARD-32 a line in which nothing is recognised', () => {
  it.each(MEANINGLESS.flatMap((lead) => [AURORA, BENTO, NINA].map((agent) => [lead, agent] as const)))(
    '“%s” is never played over, and the second in a row calls a person (%o)',
    (lead, agent) => {
      const known = { name: 'Ana', phone: '+5511987654321' }
      for (const before of [[], ['oi']]) {
        const [first, second] = talkThrough({ agent, lead: known }, [...before, lead, lead]).slice(before.length)
        expect(first?.replies.at(-1)).toMatch(/Não entendi bem\. Pode me dizer de outro jeito\?$/)
        expect(first?.replies.join(' ')).not.toMatch(PLAYED_OVER)
        expect(first?.attention).toBeNull()
        expect(second?.attention?.reason).toMatch(/^Não entendi o lead duas vezes seguidas/)
        expect(second?.replies.join(' ')).not.toMatch(PLAYED_OVER)
      }
    },
  )

  it('is asked about once, also where an open question waits', () => {
    const [, , decision] = talkThrough({ agent: AURORA }, ['oi', 'Ana Paula', 'xablau'])
    expect(decision?.replies).toEqual(['Não entendi bem. Pode me dizer de outro jeito?'])
    expect(decision?.summary).not.toContain('xablau')
  })

  it('names no day and no phone of ours', () => {
    const [decision] = talkThrough({ agent: AURORA }, ['mãe o racha é quinta às 20h, leva a bola'])
    expect(decision?.replies.at(-1)).toMatch(/Não entendi bem/)
    expect(decision?.summary).not.toMatch(/quinta|20h/)
  })

  it.each(['kitnet', 'endoscopia', 'invisalign', 'clareamento', 'casa', 'ortodontia', 'apê 2 qts', 'botox', 'fisio'])(
    'what a trade calls its things is recognised: “%s”',
    (lead) => {
      const [, , decision] = talkThrough({ agent: AURORA }, ['oi', 'Ana Paula', lead])
      expect(decision?.replies.join(' ')).not.toMatch(/[Nn]ão entendi/)
      expect(decision?.summary).toContain(lead.slice(0, 4).replace('apê', 'apê'))
    },
  )
})
