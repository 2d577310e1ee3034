import { STAGES } from '@prosa/contract/entities/conversations/conversation'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { expect, it } from 'vitest'
import { BENTO_CLOSER, CLARA_SDR, formatTranscript, type LeadBurst, NINA_POS_VENDA, runDialogue } from '../dialogue.ts'
import { INJECTIONS } from '../injections/injections.ts'
import { SAMPLE_DIALOGUES } from './dialogues.ts'

const OTHERS = [
  'quero falar com um humano',
  '??',
  'ok',
  'não',
  'sim',
  'kkk',
  'amanhã',
  '10h',
  'quanto custa?',
  'preciso remarcar',
  'depois eu falo',
]
const SAYINGS: readonly LeadBurst[] = [...SAMPLE_DIALOGUES.flatMap(({ bursts }) => bursts), ...INJECTIONS.slice(0, 8), ...OTHERS]

it('PROV-07 keeps its manners in a thousand talks without sense: no question twice, no reply twice in a row, stages only forward @wide', () => {
  const chance = xoroshiro128plus(2_026)
  const pick = <T>(from: readonly T[]): T => from[uniformInt(chance, 0, from.length - 1)] as T
  for (let talk = 0; talk < 1_000; talk++) {
    const agent = pick([CLARA_SDR, BENTO_CLOSER, NINA_POS_VENDA])
    const bursts = Array.from({ length: uniformInt(chance, 3, 25) }, () => pick(SAYINGS))
    const decisions = runDialogue({ agent }, bursts)
    const told = formatTranscript(bursts, decisions)

    const questions = decisions
      .flatMap(({ replies }) => replies.flatMap((reply) => reply.split(/(?<=[.!?])\s+/)))
      .filter((part) => part.endsWith('?') && part.length > 25)
    expect(new Set(questions).size, told).toBe(questions.length)
    const ranks = decisions.map(({ stage }) => STAGES.indexOf(stage))
    expect(ranks, told).toEqual([...ranks].sort((a, b) => a - b))
    const said = decisions.map(({ replies }) => replies.join(' '))
    expect(
      said.filter((reply, index) => reply.length > 20 && reply === said[index - 1]),
      told,
    ).toEqual([])
    expect(
      decisions.every(({ replies }) => replies.length <= 3),
      told,
    ).toBe(true)
  }
  // About fifteen thousand turns, which take long on a busy machine.
}, 120_000)
