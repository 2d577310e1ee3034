import type { Config } from '../../../kernel/config.ts'
import { type Draft, stopped, type TurnInput } from '../decision.ts'

type Scope = keyof Config['ceilings']

/** Usage of a lead, IP address, agent or organisation on one day, including the turn that is about to start. */
export interface Used {
  readonly scope: Scope | 'address'
  readonly turns: number
  readonly tokens: number
}

export interface Reached {
  readonly scope: Scope
  readonly what: 'turns' | 'tokens'
  readonly most: number
}

/** Result of the limit check: the turn may use the agent's engine ('whole'), only the script ('scripted'), or must not start ('halted'). */
export type Permission =
  | { readonly kind: 'whole' }
  | { readonly kind: 'scripted' }
  | { readonly kind: 'halted'; readonly reached: Reached }

/** Message sent once a day to a lead whose agent has reached a limit. */
export const A_PERSON_GOES_ON = 'Uma pessoa da equipe vai continuar com você a partir daqui. Já deixei avisado!'

/** Share of the daily limit of the agent or the organisation, whichever is smaller, that all leads of one IP address may use. */
const ADDRESS_SHARE = 0.1
/** Share of a daily limit that unknown web chat visitors may use together; the rest is reserved for known leads (decision 150). */
const STRANGERS_SHARE = 0.8

/**
 * Checks the daily limits for a turn; `used` includes the turn. Tokens are counted after a turn, so the turn that exceeds their limit is
 * the last one.
 */
export function permissionOf(used: readonly Used[], ceilings: Config['ceilings'], { isKnown }: { isKnown: boolean }): Permission {
  const { agent, tenant } = ceilings
  const ofAddress = { turns: Math.min(agent.turns, tenant.turns), tokens: Math.min(agent.tokens, tenant.tokens) }
  for (const { scope, turns, tokens } of used) {
    const most = scope === 'address' ? ofAddress : ceilings[scope]
    const share = scope === 'address' ? ADDRESS_SHARE : scope === 'lead' || isKnown ? 1 : STRANGERS_SHARE
    const what = turns > most.turns * share ? 'turns' : tokens >= most.tokens * share ? 'tokens' : null
    if (what === null) continue
    if (scope === 'address' || share < 1) return { kind: 'scripted' }
    return { kind: 'halted', reached: { scope, what, most: most[what] } }
  }
  return { kind: 'whole' }
}

const WHOSE: Readonly<Record<Scope, string>> = { lead: 'com este lead', agent: 'deste agente', tenant: 'da organização' }
const WHAT: Readonly<Record<Reached['what'], string>> = { turns: 'respostas', tokens: 'tokens do modelo' }

/**
 * Returns the draft of a halted turn: no engine answers, the lead is told once a day that a person will continue, and the team sees which
 * limit was reached.
 */
export function haltedAt(
  turn: Pick<TurnInput, 'conversation'>,
  { scope, what, most }: Reached,
  { wasTold }: { wasTold: boolean },
): Draft {
  const reason = `Limite de hoje atingido: ${most.toLocaleString('pt-BR')} ${WHAT[what]} ${WHOSE[scope]}. Continue a conversa`
  return stopped(turn, wasTold ? [] : [A_PERSON_GOES_ON], { reason, status: 'Aguardando uma pessoa da equipe' })
}
