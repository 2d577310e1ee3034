import type { TurnInput } from '../decision.ts'
import { decideWritten } from './decide-written.ts'
import { type GuardedBurst, guarded } from './guard-answer.ts'
import type { TurnDecision } from './memory.ts'

/** What is done with a lead's text on a thread of its own (reader.ts). */
export const decide = (input: TurnInput): TurnDecision => decideWritten(input)
export { brake } from '../guard/brake.ts'
export { asked } from '../understanding/asked.ts'
export const guard = (input: TurnInput): GuardedBurst => guarded(input)

// The first text that a thread reads loads what reading needs, and takes longer than any other: no lead's deadline is spent on that.
decide({
  agent: { name: 'Prosa', type: 'SDR', company: 'Prosa' },
  lead: { name: null, company: null, phone: null, email: null },
  conversation: { stage: null, memory: null },
  newMessages: [{ content: 'Oi, sou a Joanna e quero marcar para amanha as 15h', type: 'text' }],
  now: new Date(0),
  timeZone: 'America/Sao_Paulo',
})
