import type { Config } from '../../../../platform/config/config.ts'
import { createStoppedDraft, type TurnDraft, type TurnInput } from '../../turn-input.ts'

type LimitScope = keyof Config['ceilings']

/** Usage of a lead, IP address, agent or organisation on one day, including the turn that is about to start. */
export interface DailyUsage {
  readonly scope: LimitScope | 'address'
  readonly turns: number
  readonly tokens: number
}

export interface ReachedDailyLimit {
  readonly scope: LimitScope
  readonly what: 'turns' | 'tokens'
  readonly most: number
}

/** Result of the limit check: the turn may use the agent's engine ('whole'), only the script ('scripted'), or must not start ('halted'). */
export type TurnPermission =
  | { readonly kind: 'whole' }
  | { readonly kind: 'scripted' }
  | { readonly kind: 'halted'; readonly reached: ReachedDailyLimit }

/** Message sent once a day to a lead whose agent has reached a limit. */
export const HAND_OVER_MESSAGE = 'Uma pessoa da equipe vai continuar com você a partir daqui. Já deixei avisado!'

/** Share of the daily limit of the agent or the organisation, whichever is smaller, that all leads of one IP address may use. */
const ADDRESS_SHARE = 0.1
/** Share of a daily limit that unknown web chat visitors may use together; the rest is reserved for known leads (decision 150). */
const UNKNOWN_VISITORS_SHARE = 0.8

/**
 * Checks the daily limits for a turn; `used` includes the turn. Tokens are counted after a turn, so the turn that exceeds their limit is
 * the last one.
 */
export function getTurnPermission(
  used: readonly DailyUsage[],
  ceilings: Config['ceilings'],
  { isKnown }: { isKnown: boolean },
): TurnPermission {
  const { agent, tenant } = ceilings
  const ofAddress = { turns: Math.min(agent.turns, tenant.turns), tokens: Math.min(agent.tokens, tenant.tokens) }
  for (const { scope, turns, tokens } of used) {
    const most = scope === 'address' ? ofAddress : ceilings[scope]
    const share = scope === 'address' ? ADDRESS_SHARE : scope === 'lead' || isKnown ? 1 : UNKNOWN_VISITORS_SHARE
    const what = turns > most.turns * share ? 'turns' : tokens >= most.tokens * share ? 'tokens' : null
    if (what === null) continue
    if (scope === 'address' || share < 1) return { kind: 'scripted' }
    return { kind: 'halted', reached: { scope, what, most: most[what] } }
  }
  return { kind: 'whole' }
}

const SCOPE_LABELS: Readonly<Record<LimitScope, string>> = {
  lead: 'com este lead',
  agent: 'deste agente',
  tenant: 'da organização',
}
const UNIT_LABELS: Readonly<Record<ReachedDailyLimit['what'], string>> = { turns: 'respostas', tokens: 'tokens do modelo' }

/**
 * Returns the draft of a halted turn: no engine answers, the lead is told once a day that a person will continue, and the team sees which
 * limit was reached.
 */
export function createHaltedDraft(
  turn: Pick<TurnInput, 'conversation'>,
  { scope, what, most }: ReachedDailyLimit,
  { wasTold }: { wasTold: boolean },
): TurnDraft {
  const reason = `Limite de hoje atingido: ${most.toLocaleString('pt-BR')} ${UNIT_LABELS[what]} ${SCOPE_LABELS[scope]}. Continue a conversa`
  return createStoppedDraft(turn, wasTold ? [] : [HAND_OVER_MESSAGE], { reason, status: 'Aguardando uma pessoa da equipe' })
}
