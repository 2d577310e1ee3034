import { describe, expect, it } from 'vitest'
import { WEEKDAYS_9_TO_18 } from '../../testing/expected-dialogue.ts'
import { chooseMoneyQuestion } from './money-question.ts'

describe('what is asked about money', () => {
  it.each([
    ['Clínica Vitta', 'coverage'],
    ['Dra. Ana Souza Dermatologia', 'coverage'],
    ['Laboratório São Lucas', 'coverage'],
    ['Aurora Imóveis', 'budget'],
    ['Clínica do Celular', 'budget'],
    ['Hospital Veterinário Bicho Bom', 'budget'],
  ])('goes by the name of %s: %s', (company, expected) => {
    expect(chooseMoneyQuestion({ company })).toBe(expected)
    expect(chooseMoneyQuestion({ company, brief: WEEKDAYS_9_TO_18 })).toBe(expected)
  })

  it.each(['budget', 'coverage', 'none'] as const)('is %s where staff chose it, whatever the name', (asksFor) => {
    for (const company of ['Clínica Vitta', 'Sorriso Perfeito'])
      expect(chooseMoneyQuestion({ company, brief: { ...WEEKDAYS_9_TO_18, asksFor } })).toBe(asksFor)
  })
})
