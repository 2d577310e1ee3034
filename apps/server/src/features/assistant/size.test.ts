import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * What the 6,896 lines before the rooms did not do, and why it is here: a folder or a file each. All other files do what those lines did
 * (docs/decisions/050-the-size-of-the-rooms.md).
 */
const NEW: Readonly<Record<string, string>> = {
  'understanding/likeness': 'reading by likeness to examples (026)',
  'understanding/off-topic.ts': 'requests that are none of the agent’s business (GUARD-16)',
  'understanding/refusal.ts': 'refusals, and whoever comes back (GUARD-33)',
  'dialogue/leanings.ts': 'a line a little like a change of plans (026)',
  'guard/after': 'what an engine says, held against its ground (035)',
  'guard/away.ts': 'automatic answers (GUARD-18)',
  'guard/brake.ts': 'talks without end (GUARD-18)',
  'guard/ceilings.ts': 'what an agent may cost in a day (033)',
  'guard/loop.ts': 'talks without end (GUARD-17)',
  'guard/stray.ts': 'the third wish for something else (GUARD-16)',
  'guard/turns-alone.ts': 'talks without end (GUARD-18)',
  'guard/spoken.ts': 'what was only said is said back (065)',
  'model/said-back.ts': 'what was only said is said back (065)',
  'model/ground.ts': 'the ground of a model’s reply (035)',
  'model/say-guarded.ts': 'a model told what was refused (035)',
  'dialogue/meaningless.ts': 'what nothing is recognised in (GUARD-32, 084)',
  'understanding/of-ours.ts': 'what nothing is recognised in (GUARD-32, 084)',
  'dialogue/known.ts': 'answers from the knowledge (060)',
  'understanding/asked.ts': 'answers from the knowledge (060)',
  'turn/budget.ts': 'what agents may cost in a month (068)',
  'turn/consult.ts': 'answers from the knowledge (060)',
  'turn/decide-in-time.ts': 'reading on threads with a deadline (027)',
  'turn/decide-with-model.ts': 'the guard before a model (024)',
  'turn/decide-written.ts': 'the ground of a written reply (035)',
  'turn/format-1.ts': 'memory of the code before the rooms (024)',
  'turn/format-2.ts': 'memory of the rooms’ first days (024)',
  'turn/halt.ts': 'talks without end, and ceilings (033)',
  'turn/load-pace.ts': 'talks without end (GUARD-18)',
  'turn/reader-thread.ts': 'reading on threads with a deadline (027)',
  'turn/reader-worker.ts': 'reading on threads with a deadline (027)',
  'turn/reader.ts': 'reading on threads with a deadline (027)',
  'turn/load-ready.ts': 'files that are waited for (065)',
  'turn/load-said.ts': 'what a lead said, and what came late (065)',
  'turn/said-back.ts': 'what was only said is said back (065)',
  'turn/sounds.ts': 'what a lead said (065)',
  'turn/lost-sounds.ts': 'sounds that were not transcribed (065)',
  'model/files.ts': 'files that a model sees (071)',
  'turn/load-pictures.ts': 'pictures for a model (071)',
  'turn/receipts.ts': 'receipts (070)',
  'understanding/receipts.ts': 'receipts (070)',
  'turn/usage.ts': 'what an agent may cost in a day (033)',
}

/** Lines in files of before that hand on what the knowledge answers (060): those files did not ask it. */
const ASKS_KNOWLEDGE = 34
/** Lines in files of before that hand on which sounds a turn answers unheard, and which late (065): those files knew of no sounds. */
const HANDS_ON_SOUNDS = 6
/** A line of before that hands on what a month's limit makes of a turn (068): that file knew of no limit. */
const HANDS_ON_LIMIT = 1
/** New lines of what agents may cost in a month (068). */
const MONTHS_LIMIT = 36

/** Lines in files of before that hand on what files are about, and that there was a receipt among them (070, 071). */
const HANDS_ON_FILES = 76
/** Lines in files of before that hand on what an agent must never say, why something was held back, and what was heard (080). */
const HANDS_ON_NEVER = 14
/** New lines of the same. */
const NEVER_SAID = 40

/** New lines of receipts, and of files that a model sees (070, 071). */
const FILES = 221

/** New lines of a deadline that counts processor time (027), and of whom a model calls being awaited (GUARD-15). */
const PROCESSOR_TIME = 32
const CALLED_BY_MODEL = 14

/** New lines of what nothing is recognised in (GUARD-32, 084). */
const NOT_OF_OURS = 62

/** Limits that only fall: whoever writes less lowers them. The first is the item's own. */
const AT_MOST = {
  before: 5_795 + ASKS_KNOWLEDGE + HANDS_ON_SOUNDS + HANDS_ON_LIMIT + HANDS_ON_FILES + HANDS_ON_NEVER,
  added: 3_160 + MONTHS_LIMIT + FILES + NEVER_SAID + PROCESSOR_TIME + CALLED_BY_MODEL + NOT_OF_OURS,
}

const linesOf = (file: string): number => readFileSync(join(import.meta.dirname, file), 'utf8').split('\n').length - 1
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing/'))
  .map((file) => ({ file, lines: linesOf(file) }))
const isNew = (file: string): boolean => Object.keys(NEW).some((path) => file === path || file.startsWith(`${path}/`))
const sum = (some: typeof files): number => some.reduce((all, { lines }) => all + lines, 0)

describe('GUARD-28 the rooms of the assistant', () => {
  it('have a median file of 70 lines at most, and none over 250', () => {
    const sorted = files.map(({ lines }) => lines).toSorted((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(70)
    expect(files.filter(({ lines }) => lines > 250)).toEqual([])
  })

  it('are written at the width that the lines before them were', () => {
    const biome = readFileSync(join(import.meta.dirname, '../../../../../biome.json'), 'utf8')
    expect(/"lineWidth": (\d+)/.exec(biome)?.[1]).toBe('130')
  })

  it('do what the lines before did, and what is new, each in no more lines than last time', () => {
    const [added, before] = [files.filter(({ file }) => isNew(file)), files.filter(({ file }) => !isNew(file))]
    expect(Object.keys(NEW).filter((path) => !files.some(({ file }) => file === path || file.startsWith(`${path}/`)))).toEqual([])
    console.log(`as before ${sum(before)}, new ${sum(added)}, files ${files.length}`)
    expect(sum(before)).toBeLessThanOrEqual(AT_MOST.before)
    expect(sum(added)).toBeLessThanOrEqual(AT_MOST.added)
  })
})
