import type { Config } from '../../../kernel/config.ts'
import { type Draft, stopped, type TurnInput } from '../decision.ts'

type Scope = keyof Config['ceilings']

/** What a lead, an address, an agent or an organisation has used of its day, with the turn that is about to begin. */
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

/** Whether a turn may begin: as its agent answers, by the script only, or not at all because of a ceiling. */
export type Permission =
  | { readonly kind: 'whole' }
  | { readonly kind: 'scripted' }
  | { readonly kind: 'halted'; readonly reached: Reached }

/** Sent once a day to a lead whose agent may do no more. */
export const A_PERSON_GOES_ON = 'Uma pessoa da equipe vai continuar com você a partir daqui. Já deixei avisado!'

/** Part of the day of an agent or an organisation, the smaller of the two, that the leads of one address may use. */
const ADDRESS_SHARE = 0.1
/** Part that strangers of the web chat may use together; the rest is for leads that the team knows (decision 150). */
const STRANGERS_SHARE = 0.8

/**
 * Returns the permission of a turn that would bring its day to this use. Tokens are known afterwards only: the turn that passes their
 * ceiling is the last.
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

/** Returns what a halted turn does: no engine is asked, the lead reads once that a person goes on, the team reads which ceiling it was. */
export function haltedAt(
  turn: Pick<TurnInput, 'conversation'>,
  { scope, what, most }: Reached,
  { wasTold }: { wasTold: boolean },
): Draft {
  const reason = `Limite de hoje atingido: ${most.toLocaleString('pt-BR')} ${WHAT[what]} ${WHOSE[scope]}. Continue a conversa`
  return stopped(turn, wasTold ? [] : [A_PERSON_GOES_ON], { reason, status: 'Aguardando uma pessoa da equipe' })
}
