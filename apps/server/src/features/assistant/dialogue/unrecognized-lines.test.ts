import { describe, expect, it } from 'vitest'
import { BENTO_CLOSER, CLARA_SDR, NINA_POS_VENDA, runDialogue } from '../testing/dialogue.ts'

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
  it.each(MEANINGLESS.flatMap((lead) => [CLARA_SDR, BENTO_CLOSER, NINA_POS_VENDA].map((agent) => [lead, agent] as const)))(
    '“%s” is never played over, and the second in a row calls a person (%o)',
    (lead, agent) => {
      const known = { name: 'Ana', phone: '+5511987654321' }
      for (const before of [[], ['oi']]) {
        const [first, second] = runDialogue({ agent, lead: known }, [...before, lead, lead]).slice(before.length)
        expect(first?.replies.at(-1)).toMatch(/Não entendi bem\. Pode me dizer de outro jeito\?$/)
        expect(first?.replies.join(' ')).not.toMatch(PLAYED_OVER)
        expect(first?.attention).toBeNull()
        expect(second?.attention?.reason).toMatch(/^Não entendi o lead duas vezes seguidas/)
        expect(second?.replies.join(' ')).not.toMatch(PLAYED_OVER)
      }
    },
  )

  const ABOUT_SOMETHING_ELSE = [
    'a cadeira verde quebrou de novo',
    'ontem choveu muito aqui',
    'meu primo passou no concurso',
    'o vizinho pintou o muro de roxo',
    'o passarinho fugiu da gaiola',
    'a estrada estava cheia de buracos',
  ]
  it.each(ABOUT_SOMETHING_ELSE)('a plain sentence about something else is not played over either: “%s”', (lead) => {
    for (const before of [[], ['oi']]) {
      const [first, second] = runDialogue({ agent: CLARA_SDR }, [...before, lead, lead]).slice(before.length)
      expect(first?.replies.at(-1)).toMatch(/Não entendi bem\. Pode me dizer de outro jeito\?$/)
      expect(first?.replies.join(' ')).not.toMatch(PLAYED_OVER)
      expect(first?.summary).not.toContain(lead)
      expect(second?.attention?.reason).toMatch(/^Não entendi o lead duas vezes seguidas/)
    }
  })

  it.each([
    ['Consertamos geladeiras, fogões e cadeiras de escritório.', 'a cadeira verde quebrou de novo'],
    ['Vendemos muros e portões sob medida.', 'nosso portão entortou'],
  ])('what staff told the agent of its business is recognised: “%s”', (instructions, lead) => {
    const brief = { persona: null, instructions, hours: null, questions: [], replaceQuestions: false, asksFor: 'auto' as const }
    const [, decision] = runDialogue({ agent: { ...CLARA_SDR, brief } }, ['oi', lead])
    expect(decision?.replies.join(' ')).not.toMatch(/[Nn]ão entendi/)
    expect(decision?.summary).toContain(lead.slice(-8))
  })

  it.each(['tenho dois filhos e um cachorro', 'é pra minha mãe que vem do interior', 'o condomínio é salgado onde eu moro'])(
    'what a lead tells of itself, or of a trade, is recognised: “%s”',
    (lead) => {
      const [, decision] = runDialogue({ agent: CLARA_SDR }, ['oi', lead])
      expect(decision?.replies.join(' ')).not.toMatch(/Não entendi bem/)
    },
  )

  it('is asked about once, also where an open question waits', () => {
    const [, , decision] = runDialogue({ agent: CLARA_SDR }, ['oi', 'Ana Paula', 'xablau'])
    expect(decision?.replies).toEqual(['Não entendi bem. Pode me dizer de outro jeito?'])
    expect(decision?.summary).not.toContain('xablau')
  })

  it('names no day and no phone of ours', () => {
    const [decision] = runDialogue({ agent: CLARA_SDR }, ['mãe o racha é quinta às 20h, leva a bola'])
    expect(decision?.replies.at(-1)).toMatch(/Não entendi bem/)
    expect(decision?.summary).not.toMatch(/quinta|20h/)
  })

  it.each(['kitnet', 'endoscopia', 'invisalign', 'clareamento', 'casa', 'ortodontia', 'apê 2 qts', 'botox', 'fisio'])(
    'what a trade calls its things is recognised: “%s”',
    (lead) => {
      const [, , decision] = runDialogue({ agent: CLARA_SDR }, ['oi', 'Ana Paula', lead])
      expect(decision?.replies.join(' ')).not.toMatch(/[Nn]ão entendi/)
      expect(decision?.summary).toContain(lead.slice(0, 4).replace('apê', 'apê'))
    },
  )
})
