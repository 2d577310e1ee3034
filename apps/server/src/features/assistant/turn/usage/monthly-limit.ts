import type { ReachedLimit } from '../../../costs/ports.ts'
import { HAND_OVER_MESSAGE } from '../../guard/limits/daily-limits.ts'
import { createStoppedDraft, type TurnDraft } from '../../turn-input.ts'
import type { LoadedAgentTurn } from '../loading/load-turn.ts'

/** A loaded turn, with the monthly limit if the organisation has reached it. */
export interface LimitedTurn extends LoadedAgentTurn {
  readonly limit: ReachedLimit | null
}

/** Applies a reached monthly limit to a turn. In mode 'save', the rule-based engine answers in one message (COST-05). */
export function applyMonthlyLimit(turn: LoadedAgentTurn, limit: ReachedLimit | null): LimitedTurn {
  return limit?.atLimit === 'save' ? { ...turn, limit, engine: 'playbook', asOne: true } : { ...turn, limit }
}

const brlFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/**
 * Returns the draft of a turn at the limit in mode 'hand_over': the team gets the reason, and the lead a message once a day. Returns null
 * if the turn continues.
 */
export function createLimitHandOver({ limit, conversation }: LimitedTurn, wasTold: boolean): TurnDraft | null {
  if (limit?.atLimit !== 'hand_over') return null
  const reason = `Limite de custo deste mês atingido: ${brlFormat.format(limit.brl)}. Continue a conversa`
  return createStoppedDraft({ conversation }, wasTold ? [] : [HAND_OVER_MESSAGE], {
    reason,
    status: 'Aguardando uma pessoa da equipe',
  })
}
