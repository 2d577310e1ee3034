import type { LimitReached } from '../../costs/ports.ts'
import { type Draft, stopped } from '../decision.ts'
import { A_PERSON_GOES_ON } from '../guard/ceilings.ts'
import type { Loaded } from './load-turn.ts'

/** A loaded turn, with the monthly limit if the organisation has reached it. */
export interface Limited extends Loaded {
  readonly limit: LimitReached | null
}

/** Applies a reached monthly limit to a turn. In mode 'save', the rule-based engine answers in one message (COST-05). */
export function atLimit(turn: Loaded, limit: LimitReached | null): Limited {
  return limit?.atLimit === 'save' ? { ...turn, limit, engine: 'playbook', asOne: true } : { ...turn, limit }
}

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/**
 * Returns the draft of a turn at the limit in mode 'hand_over': the team gets the reason, and the lead a message once a day. Returns null
 * if the turn continues.
 */
export function handedOver({ limit, conversation }: Limited, wasTold: boolean): Draft | null {
  if (limit?.atLimit !== 'hand_over') return null
  const reason = `Limite de custo deste mês atingido: ${reais.format(limit.brl)}. Continue a conversa`
  return stopped({ conversation }, wasTold ? [] : [A_PERSON_GOES_ON], { reason, status: 'Aguardando uma pessoa da equipe' })
}
