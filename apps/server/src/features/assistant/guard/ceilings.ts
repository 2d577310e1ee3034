import type { Config } from '../../../kernel/config.ts'
import { type Draft, stopped, type TurnInput } from '../decision.ts'

type Scope = keyof Config['ceilings']

/** What a lead, an agent or an organisation has used of its day, with the turn that is about to begin. */
export interface Used {
  readonly scope: Scope
  readonly turns: number
  readonly tokens: number
}

export interface Reached {
  readonly scope: Scope
  readonly what: 'turns' | 'tokens'
  readonly most: number
}

/** Said once a day to a lead whose agent may do no more. */
export const A_PERSON_GOES_ON = 'Uma pessoa da equipe vai continuar com você a partir daqui. Já deixei avisado!'

/** The first ceiling that a turn would pass; null where it may begin. Tokens are known afterwards only: the turn that passes theirs is the last. */
export function reachedBy(used: readonly Used[], ceilings: Config['ceilings']): Reached | null {
  for (const { scope, turns, tokens } of used) {
    const most = ceilings[scope]
    if (turns > most.turns) return { scope, what: 'turns', most: most.turns }
    if (tokens >= most.tokens) return { scope, what: 'tokens', most: most.tokens }
  }
  return null
}

const WHOSE: Readonly<Record<Scope, string>> = { lead: 'com este lead', agent: 'deste agente', tenant: 'da organização' }
const WHAT: Readonly<Record<Reached['what'], string>> = { turns: 'respostas', tokens: 'tokens do modelo' }

/** No engine is asked: the lead hears once that a person goes on, the team each time which ceiling it was. */
export function haltedAt(
  turn: Pick<TurnInput, 'conversation'>,
  { scope, what, most }: Reached,
  { wasTold }: { wasTold: boolean },
): Draft {
  const reason = `Limite de hoje atingido: ${most.toLocaleString('pt-BR')} ${WHAT[what]} ${WHOSE[scope]}. Continue a conversa`
  return stopped(turn, wasTold ? [] : [A_PERSON_GOES_ON], { reason, status: 'Aguardando uma pessoa da equipe' })
}
