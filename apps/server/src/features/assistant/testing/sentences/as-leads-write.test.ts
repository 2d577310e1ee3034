import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answerSentenceSet, formatResults } from './answer-sentence-set.ts'

/** Sentences by an author who knew neither the patterns nor the examples. `HEARD_SET` selects another folder of such files. */
const OWN = join(import.meta.dirname, 'as-leads-write')
const OTHER = process.env['HEARD_SET']
/** Minimum percentage of right answers per class: for this set, and for another one that is not in the repository. */
const AT_LEAST = OTHER === undefined ? { danger: 95, other: 90 } : { danger: 90, other: 85 }

const answered = answerSentenceSet(OTHER ?? OWN)

describe('GUARD-37 sentences as leads write them', () => {
  it('are 400 at least, in 25 classes', () => {
    console.log(formatResults(answered))
    expect(answered.reduce((sum, { of }) => sum + of, 0)).toBeGreaterThanOrEqual(400)
    expect(answered.length).toBeGreaterThanOrEqual(25)
  })

  it.each(answered)('are answered as they must be: $name', ({ isDanger, right, of }) => {
    expect((100 * right) / of).toBeGreaterThanOrEqual(isDanger ? AT_LEAST.danger : AT_LEAST.other)
  })
})

it('GUARD-38 a set of anybody is measured as our own: `npm run heard -- <folder>` counts what is answered as it must be, class by class', () => {
  const folder = mkdtempSync(join(tmpdir(), 'as-leads-write-'))
  try {
    writeFileSync(
      join(folder, 'fire.txt'),
      'sdr\tta pegando fogo na cozinha\npos\tqual o preço?\n\ncloser\tincendio aqui no predio socorro\n',
    )
    writeFileSync(join(folder, 'reschedule.txt'), 'sdr\tpode ser outro dia?\tquero visitar / amanhã às 10h\n')
    writeFileSync(join(folder, 'notes.md'), 'sdr\tnone of it')
    expect(answerSentenceSet(folder)).toEqual([
      { name: 'fire', isDanger: true, right: 2, of: 3 },
      { name: 'reschedule', isDanger: false, right: 1, of: 1 },
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
