import { type Draft, stopped, type TurnInput } from '../decision.ts'
import { type LoopSign, loopSign, type Passed } from './loop.ts'
import { CALLS_A_PERSON, turnsAlone } from './turns-alone.ts'

/** What the rules against talking without end look at. */
export interface Pace {
  /** The conversation's newest messages, oldest first. */
  readonly passed: readonly Passed[]
  /** Of the last 24 hours, oldest first; empty where the agent said too little in them for the rule to matter. */
  readonly day: readonly Passed[]
  /** The agent's setting. */
  readonly turnsWithoutPerson: number
}

const HOUR_MS = 3_600_000
const ANOTHER_ROBOT = 'Parece outro robô: agente pausado por 1 hora'

/** What staff read of it, beside the reason. */
const SEEN: Readonly<Record<LoopSign, string>> = {
  away: 'Mensagem automática do outro lado',
  repeats: 'Três mensagens iguais em 10 minutos',
  'too quick': 'Seis respostas seguidas em até 3 segundos',
  'too many turns': 'Vinte respostas do agente em 10 minutos',
}

/**
 * Stops an agent that talks to a machine, or too long without a person: silence and an hour's pause, or a word and a pause until somebody
 * lifts it. Asked before either engine. Null where the turn may go on.
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
