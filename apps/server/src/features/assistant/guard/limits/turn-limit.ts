import { createStoppedDraft, type TurnDraft, type TurnInput } from '../../turn-input.ts'
import { detectLoop, type LoopSign, type RecentMessage } from './loop-detector.ts'
import { countTurnsWithoutUser, TURN_LIMIT_MESSAGE } from './turns-without-user.ts'

/** Data with which the guard detects endless conversations. */
export interface ConversationPace {
  /** Newest messages, oldest first. */
  readonly recentMessages: readonly RecentMessage[]
  /** Messages of the last 24 hours, oldest first. Empty if the agent wrote fewer messages than `turnsWithoutPerson`. */
  readonly lastDayMessages: readonly RecentMessage[]
  /** Agent setting: maximum number of answers in 24 hours without a message of a user of the team. */
  readonly turnsWithoutPerson: number
}

const HOUR_MS = 3_600_000
const LOOP_REASON = 'Parece outro robô: agente pausado por 1 hora'

/** Status for the team, by sign of a loop. */
const LOOP_STATUS: Readonly<Record<LoopSign, string>> = {
  away: 'Mensagem automática do outro lado',
  repeats: 'Três mensagens iguais em 10 minutos',
  'too quick': 'Seis respostas seguidas em até 3 segundos',
  'too many turns': 'Vinte respostas do agente em 10 minutos',
}

/**
 * Pauses an agent for one hour, silently, if the lead seems to be a machine. After too many answers without a user of the team, sends a
 * message and pauses until a user resumes the agent. Returns null if the turn may continue.
 */
export function applyTurnLimit(turn: Pick<TurnInput, 'conversation' | 'now'>, pace: ConversationPace): TurnDraft | null {
  const sign = detectLoop(pace.recentMessages, turn.now)
  if (sign) {
    const until = new Date(turn.now.getTime() + HOUR_MS)
    return createStoppedDraft(turn, [], { reason: LOOP_REASON, status: LOOP_STATUS[sign], pause: { reason: LOOP_REASON, until } })
  }
  const { turnsWithoutPerson } = pace
  if (countTurnsWithoutUser(pace.lastDayMessages, turn.now) < turnsWithoutPerson) return null
  const reason = `O agente respondeu ${turnsWithoutPerson} vezes em 24 horas sem uma pessoa: continue a conversa`
  return createStoppedDraft(turn, [TURN_LIMIT_MESSAGE], {
    reason,
    status: 'Aguardando uma pessoa da equipe',
    pause: { reason, until: null },
  })
}
