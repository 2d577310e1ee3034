import { describe, expect, it } from 'vitest'
import type { LanguageModelPort } from '../../../platform/external-services/language-model.ts'
import { type CorrectionRequirements, getAnswerFault, getPhraseViolation } from './check-answer.ts'

const should: CorrectionRequirements = { kind: 'should', text: 'Custa R$ 350 mil', must: ['R$ 350 mil'], mustNot: [] }
const answer = (reply: string, attention: string | null = null) => ({ replies: [reply], attention })

describe('rules', () => {
  it.each<[CorrectionRequirements, ReturnType<typeof answer>, string | null]>([
    [should, answer('O de dois quartos custa  r$ 350 MIL.'), null],
    [should, answer('Vou verificar o valor.'), 'Falta “R$ 350 mil”.'],
    [{ ...should, must: ['São Paulo'] }, answer('Ficamos em sao paulo.'), null],
    [{ ...should, mustNot: ['desconto'] }, answer('R$ 350 mil, com DESCONTO'), 'Disse “desconto”.'],
    [
      { kind: 'never', text: 'não aceitamos', must: [], mustNot: [] },
      answer('Infelizmente NÃO ACEITAMOS.'),
      'Disse “não aceitamos”.',
    ],
    [{ kind: 'never', text: 'não aceitamos', must: [], mustNot: [] }, answer('Aceitamos, sim.'), null],
    [{ kind: 'person', text: '', must: [], mustNot: [] }, answer('Posso ajudar?'), 'Não chamou uma pessoa.'],
    [{ kind: 'person', text: '', must: [], mustNot: [] }, answer('Vou chamar alguém.', 'Pediu uma pessoa'), null],
  ])('%j of %j', (asked, answered, why) => {
    expect(getPhraseViolation(asked, answered)).toBe(why)
  })
})

describe('a sentence that has no rule', () => {
  const bySentence: CorrectionRequirements = { ...should, must: [] }
  const judge = (words: readonly string[]) => {
    const left = [...words]
    const llm: LanguageModelPort = {
      models: ['m'],
      acceptsImages: () => false,
      generateAnswer: async () => ({ text: left.shift() ?? '', model: 'm' }),
    }
    return { llm, onSpent: () => {}, signal: new AbortController().signal, left: () => left.length }
  }

  it('is judged by a model, best of three where two differ', async () => {
    expect(await getAnswerFault(bySentence, answer('Trezentos e cinquenta mil.'), judge(['SIM', 'Sim.']))).toBeNull()
    expect(await getAnswerFault(bySentence, answer('Não sei.'), judge(['NAO', 'Não']))).toBe('Não diz o que deveria.')
    const torn = judge(['SIM', 'NAO', 'SIM'])
    expect(await getAnswerFault(bySentence, answer('Uns 350.'), torn)).toBeNull()
    expect(torn.left()).toBe(0)
  })

  it('asks no model where a rule speaks, nor finds right what nobody can judge', async () => {
    const unasked = judge(['SIM', 'SIM'])
    expect(await getAnswerFault(should, answer('R$ 350 mil'), unasked)).toBeNull()
    expect(await getAnswerFault({ ...bySentence, mustNot: ['350'] }, answer('350'), unasked)).toBe('Disse “350”.')
    expect(unasked.left()).toBe(2)
    expect(await getAnswerFault(bySentence, answer('R$ 350 mil'), null)).toBe('Não diz o que deveria.')
  })
})
