import { type Draft, stopped, type TurnInput } from '../decision.ts'
import { type LoopSign, loopSign, type Passed } from './loop.ts'
import { CALLS_A_PERSON, turnsAlone } from './turns-alone.ts'

/** Input of the rules against endless conversations. */
export interface Pace {
  /** The conversation's newest messages, oldest first. */
  readonly passed: readonly Passed[]
  /** Messages of the last 24 hours, oldest first. Empty if the agent wrote too few for the rule to apply. */
  readonly day: readonly Passed[]
  /** Maximum number of turns without a user, a setting of the agent. */
  readonly turnsWithoutPerson: number
}

const HOUR_MS = 3_600_000
const ANOTHER_ROBOT = 'Parece outro robô: agente pausado por 1 hora'

/** Status that staff see for each sign of a loop. */
const SEEN: Readonly<Record<LoopSign, string>> = {
  away: 'Mensagem automática do outro lado',
  repeats: 'Três mensagens iguais em 10 minutos',
  'too quick': 'Seis respostas seguidas em até 3 segundos',
  'too many turns': 'Vinte respostas do agente em 10 minutos',
}

/**
 * Stops an agent that talks to a machine, silently and for one hour, or one that answered too often without a user, with a message and
 * until a user resumes it. Runs before either engine. Returns null if the turn may continue.
 */
export function brake(turn: Pick<TurnInput, 'conversation' | 'now'>, pace: Pace): Draft | null {
  const sign = loopSign(pace.passed, turn.now)
  if (sign) {
    const until = new Date(turn.now.getTime() + HOUR_MS)
    return stopped(turn, [], { reason: ANOTHER_ROBOT, status: SEEN[sign], pause: { reason: ANOTHER_ROBOT, until } })
  }
  const { turnsWithoutPerson } = pace
  if (turnsAlone(pace.day, turn.now) < turnsWithoutPerson) return null
  const reason = `O agente respondeu ${turnsWithoutPerson} vezes em 24 horas sem uma pessoa: continue a conversa`
  return stopped(turn, [CALLS_A_PERSON], { reason, status: 'Aguardando uma pessoa da equipe', pause: { reason, until: null } })
}
