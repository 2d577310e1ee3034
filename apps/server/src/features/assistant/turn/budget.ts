import type { LimitReached } from '../../costs/ports.ts'
import { type Draft, stopped } from '../decision.ts'
import { A_PERSON_GOES_ON } from '../guard/ceilings.ts'
import type { Loaded } from './load-turn.ts'

/** A turn of an agent whose organisation has come to its limit of the month. */
export interface Limited extends Loaded {
  readonly limit: LimitReached | null
}

/** What a turn is at the limit of the month: where it saves, written and in one message (COST-05). */
export function atLimit(turn: Loaded, limit: LimitReached | null): Limited {
  return limit?.atLimit === 'save' ? { ...turn, limit, engine: 'playbook', asOne: true } : { ...turn, limit }
}

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Where a person goes on at the limit no engine is asked: the team reads why, the lead hears it once a day. Null: the turn goes on. */
export function handedOver({ limit, conversation }: Limited, wasTold: boolean): Draft | null {
  if (limit?.atLimit !== 'hand_over') return null
  const reason = `Limite de custo deste mês atingido: ${reais.format(limit.brl)}. Continue a conversa`
  return stopped({ conversation }, wasTold ? [] : [A_PERSON_GOES_ON], { reason, status: 'Aguardando uma pessoa da equipe' })
}
