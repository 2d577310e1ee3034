import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAwayMessage } from '../guard/away.ts'
import { AURORA, BENTO, NINA, talkThrough } from './dialogue.ts'
import { DANGERS, VERDICTS } from './verdicts.ts'

const AGENTS: Readonly<Record<string, typeof AURORA | typeof BENTO | typeof NINA>> = { sdr: AURORA, closer: BENTO, pos: NINA }

/** How many sentences of a class were answered as they must be. */
export interface Answered {
  readonly name: string
  readonly isDanger: boolean
  readonly right: number
  readonly of: number
}

/**
 * Says each sentence of a folder to the written engine. A file is a class, a line `agent TAB sentence`, with what the lead said before, if
 * anything, behind a third TAB ('… / …').
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
        // Asked before the engine, as the server does: the agent is silent and paused.
        const heard = last && isAwayMessage([sentence]) ? { ...last, replies: [], attention: null } : last
        return heard !== undefined && VERDICTS[name]?.(heard)
      })
      return { name, isDanger: DANGERS.has(name), right: right.length, of: lines.length }
    })

/** The figures as a table for people. */
export const shown = (answered: readonly Answered[]): string =>
  answered.map(({ name, right, of }) => `${name.padEnd(17)} ${right}/${of} ${((100 * right) / of).toFixed(0)} %`).join('\n')
