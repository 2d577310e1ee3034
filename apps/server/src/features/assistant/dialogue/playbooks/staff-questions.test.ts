import { describe, expect, it } from 'vitest'
import { CLARA_SDR, FRIDAY, runDialogue } from '../../testing/dialogue.ts'

const brief = (over: object = {}) => ({
  persona: null,
  instructions: null,
  hours: null,
  questions: ['Você tem animais de estimação?', 'Precisa de vaga de garagem?'],
  replaceQuestions: true,
  asksFor: 'auto' as const,
  ...over,
})
const scene = (over: object = {}) => ({ agent: { ...CLARA_SDR, brief: brief(over) } })
const saidIn = (turns: ReturnType<typeof runDialogue>) => turns.flatMap(({ replies }) => replies).join('\n')

describe('staff’s own questions', () => {
  it('PROV-07 stand in the place of the type’s, are asked once each, and their answers stand in the summary', () => {
    const turns = runDialogue(scene(), ['Oi, quero alugar um apartamento', 'Rita Souza', 'Tenho dois gatos', 'sim', 'pode ser'])
    const said = saidIn(turns)
    expect(said.match(/animais de estimação/g)).toHaveLength(1)
    expect(said.match(/vaga de garagem/g)).toHaveLength(1)
    expect(said).not.toMatch(/prazo|investimento|orçamento/i)
    expect(turns.at(-1)?.summary).toContain('Você tem animais de estimação? Tenho dois gatos')
    expect(turns.at(-1)?.summary).toContain('Precisa de vaga de garagem? sim')
  })

  it('come after the type’s when they are added', () => {
    const usual = runDialogue({ agent: CLARA_SDR }, ['Oi, quero alugar um apartamento', 'Rita Souza'])
    const added = runDialogue(scene({ replaceQuestions: false }), ['Oi, quero alugar um apartamento', 'Rita Souza'])
    expect(added.at(-1)?.replies).toEqual(usual.at(-1)?.replies)
  })

  it('a question nobody can answer is left after two ways of asking', () => {
    const turns = runDialogue(scene(), ['Oi, quero alugar um apartamento', 'Rita Souza', 'não sei', 'não'])
    expect(saidIn(turns)).toContain('Precisa de vaga de garagem?')
  })
})

describe('the team’s hours', () => {
  const hours = [{ day: 5, from: '09:00', to: '18:00' }]
  const AWAY = 'Agora a equipe está fora do horário'

  it('PROV-07 are told when asked; outside of them the greeting says so', () => {
    expect(saidIn(runDialogue(scene({ hours }), ['Oi', 'qual o horário de vocês?']))).toContain('sexta 09:00–18:00')
    expect(saidIn(runDialogue({ ...scene({ hours }), now: FRIDAY }, ['Oi']))).not.toContain(AWAY)
    const night = new Date('2026-11-21T01:00:00Z')
    expect(saidIn(runDialogue({ ...scene({ hours }), now: night }, ['Oi']))).toContain(AWAY)
  })
})
