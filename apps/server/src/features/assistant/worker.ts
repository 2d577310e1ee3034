import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../../kernel/deps.ts'
import { loadTurn } from './load-turn.ts'
import { runTurn, type TurnPart, type TurnPlace } from './run-turn.ts'

/** Stores one part of a turn; the conversations feature does it. */
export type CommitTurn = (turn: TurnPlace & TurnPart) => Promise<'done' | 'stale'>

/** Takes agents' turns from the queue, one at a time per conversation. */
export function startAssistant(deps: Deps, commitTurn: CommitTurn): Promise<void> {
  return deps.jobs.work('agent-turn', async (place, signal) => {
    let told: { leadId: string; agentId: string; agentName: string } | null = null
    await runTurn(
      {
        loadTurn: async (at) => {
          const turn = await loadTurn(deps, at)
          told = turn && { leadId: turn.leadId, agentId: turn.agentId, agentName: turn.agent.name }
          return turn
        },
        showTyping: async ({ tenantId }, isTyping) => {
          if (told)
            deps.bus.publish({
              name: 'agent.typing',
              payload: { tenantId, ...told, isTyping, at: deps.clock.now().toISOString() },
            })
        },
        wait: (ms) => wait(ms, undefined, { signal }),
        commitTurn: (at, part) => commitTurn({ ...at, ...part }),
        now: () => deps.clock.now().getTime(),
      },
      place,
    )
  })
}
