import type { TurnInput } from '../../turn-input.ts'
import { decideCheckedPlaybookTurn } from '../decision/decide-checked-playbook-turn.ts'
import { type ModelScreening, screenForModel } from '../decision/screen-turn.ts'
import type { TurnDecision } from '../decision/turn-decision.ts'

/** Decides a turn with the playbook engine. All exports of this module run on a worker thread (text-reader.ts). */
export const decide = (input: TurnInput): TurnDecision => decideCheckedPlaybookTurn(input)
export { applyTurnLimit } from '../../guard/limits/turn-limit.ts'
export { extractQuestions } from '../../understanding/extract-questions.ts'
export const guard = (input: TurnInput): ModelScreening => screenForModel(input)

// Warm-up: the first text loads the patterns, and that time must not count against the time limit of a lead's text.
decide({
  agent: { name: 'Prosa', type: 'SDR', company: 'Prosa' },
  lead: { name: null, company: null, phone: null, email: null },
  conversation: { stage: null, memory: null },
  newMessages: [{ content: 'Oi, sou a Joanna e quero marcar para amanha as 15h', type: 'text' }],
  now: new Date(0),
  timeZone: 'America/Sao_Paulo',
})
