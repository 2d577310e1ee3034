import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectIntents, type Intent } from '../intents/intents.ts'
import { parseMessages } from '../parse-messages.ts'
import { normalizeText } from '../text/normalize-text.ts'
import { extractFeatures } from './features.ts'
import { computeClassScores, trainClassifier } from './train-classifier.ts'
import { readWordGroups } from './word-groups.ts'

const heard = (content: string): Intent[] => [...parseMessages([{ content, type: 'text' }]).intents]

describe('what a line is like', () => {
  it.each<[string, Intent]>([
    ['meu vizinho ta caido na escada e nao se mexe', 'emergency'],
    ['um cara ta com uma arma aqui na rua', 'violence'],
    ['nao vou renovar esse contrato', 'refusal'],
  ])('“%s” is heard without a pattern for it', (line, intent) => {
    expect(detectIntents(normalizeText(line))).not.toContain(intent)
    expect(heard(line)).toContain(intent)
  })

  it('takes back what a pattern heard in a way of speaking', () => {
    expect(detectIntents(normalizeText('hj eu to pegando fogo pra comprar kkk'))).toContain('fire')
    expect(heard('hj eu to pegando fogo pra comprar kkk')).not.toContain('fire')
  })

  it('a training is the same every time, and tells classes apart', () => {
    const examples = ['fogo na cozinha', 'pegou fogo aqui', 'quero uma casa', 'procuro casa grande'].map((line, index) => ({
      features: extractFeatures(normalizeText(line), []),
      label: index < 2 ? 0 : 1,
    }))
    const model = trainClassifier(examples, 2)
    expect(trainClassifier(examples, 2)).toEqual(model)
    const [fire, house] = computeClassScores(model, 2, extractFeatures(normalizeText('tem fogo aqui'), []))
    expect(fire).toBeGreaterThan(house ?? 0)
  })

  it('words of one group are alike, by their beginning or whole', () => {
    const groupsOf = readWordGroups('weapon: revolver* faca\nkitchen: faca panela')
    expect([groupsOf('revolveres'), groupsOf('faca'), groupsOf('facada')]).toEqual([[0], [0, 1], []])
  })

  it('every class has enough examples to be told by', () => {
    expect(readdirSync(new URL('../examples/', import.meta.url)).length).toBeGreaterThanOrEqual(30)
  })
})

describe('a long burst', () => {
  const words = 'meu pai caiu da escada e quero saber o preço da consulta amanha sangrando muito arma fogo obrigado nao '.split(
    ' ',
  )
  const burst = (seed: number) =>
    Array.from({ length: 40 }, (_, line) =>
      Array.from({ length: 40 }, (__, at) => words[(seed * 31 + line * 17 + at * at) % words.length])
        .join(' ')
        .slice(0, 198),
    ).join('.\n')

  it('8,000 characters are understood in 50 ms of processor time at most', () => {
    heard(burst(0))
    const taken = Array.from({ length: 40 }, (_, seed) => {
      const before = process.threadCpuUsage()
      heard(burst(seed))
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1_000
    }).toSorted((a, b) => a - b)
    expect(taken.at(-1)).toBeLessThan(50)
  })
})
