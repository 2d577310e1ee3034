import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAwayMessage } from '../../guard/limits/away-message.ts'
import { BENTO_CLOSER, CLARA_SDR, NINA_POS_VENDA, runDialogue } from '../dialogue.ts'
import { ANSWER_CHECKS, DANGER_CLASSES } from './answer-checks.ts'

const TEST_AGENTS: Readonly<Record<string, typeof CLARA_SDR | typeof BENTO_CLOSER | typeof NINA_POS_VENDA>> = {
  sdr: CLARA_SDR,
  closer: BENTO_CLOSER,
  pos: NINA_POS_VENDA,
}

/** Number of correctly answered sentences (`right`) of all (`of`) of one class. */
export interface ClassResult {
  readonly name: string
  readonly isDanger: boolean
  readonly right: number
  readonly of: number
}

/**
 * Answers each sentence of a folder with the playbook engine. Each file is a class. Lines: `agent TAB sentence`, optionally followed by TAB
 * and earlier messages ('… / …').
 */
export const answerSentenceSet = (folder: string): ClassResult[] =>
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
        const last = runDialogue({ agent: TEST_AGENTS[agent] ?? CLARA_SDR }, bursts).at(-1)
        // For automatic replies, the server runs no engine: the agent sends nothing and is paused.
        const heard = last && isAwayMessage([sentence]) ? { ...last, replies: [], attention: null } : last
        return heard !== undefined && ANSWER_CHECKS[name]?.(heard)
      })
      return { name, isDanger: DANGER_CLASSES.has(name), right: right.length, of: lines.length }
    })

export const formatResults = (answered: readonly ClassResult[]): string =>
  answered.map(({ name, right, of }) => `${name.padEnd(17)} ${right}/${of} ${((100 * right) / of).toFixed(0)} %`).join('\n')
