import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAwayMessage } from '../guard/away.ts'
import { AURORA, BENTO, NINA, talkThrough } from './dialogue.ts'
import { DANGERS, VERDICTS } from './verdicts.ts'

const AGENTS: Readonly<Record<string, typeof AURORA | typeof BENTO | typeof NINA>> = { sdr: AURORA, closer: BENTO, pos: NINA }

/** Number of sentences of a class that were answered correctly. */
export interface Answered {
  readonly name: string
  readonly isDanger: boolean
  readonly right: number
  readonly of: number
}

/**
 * Answers each sentence of a folder with the rule-based engine. Each file is a class; lines are `agent TAB sentence`, optionally followed
 * by TAB and the earlier messages ('… / …').
 */
export const answerSet = (folder: string): Answered[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .toSorted()
    .map((file) => {
      const name = file.slice(0, -'.txt'.length)
      const lines = readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => line.includes('\t'))
      const right = lines.filter((line) => {
        const [agent = '', sentence = '', before = ''] = line.split('\t')
        const bursts = [...before.split(' / ').filter(Boolean), sentence]
        const last = talkThrough({ agent: AGENTS[agent] ?? AURORA }, bursts).at(-1)
        // The server checks for automatic replies before the engine runs; the agent then sends nothing and is paused.
        const heard = last && isAwayMessage([sentence]) ? { ...last, replies: [], attention: null } : last
        return heard !== undefined && VERDICTS[name]?.(heard)
      })
      return { name, isDanger: DANGERS.has(name), right: right.length, of: lines.length }
    })

/** Formats the results as a table. */
export const shown = (answered: readonly Answered[]): string =>
  answered.map(({ name, right, of }) => `${name.padEnd(17)} ${right}/${of} ${((100 * right) / of).toFixed(0)} %`).join('\n')
