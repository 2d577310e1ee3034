import { describe, expect, it } from 'vitest'
import { answerByKind } from './answer-by-kind.ts'

const shares = { 'development.tsv': 95, 'held-out.tsv': 85 }

describe.each(Object.entries(shares))('GUARD-37 the kinds that were answered wrong most often: %s', (file, atLeast) => {
  it.each(answerByKind(file))('$kind', ({ right, of, wrong }) => {
    expect((100 * right) / of, wrong.join('\n')).toBeGreaterThanOrEqual(atLeast)
  })
})
