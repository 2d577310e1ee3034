import { setTimeout as wait } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import type { Conversations } from '../../features/conversations/ports.ts'
import type { Deps } from '../../platform/deps.ts'
import { runScriptedLeads } from './scripted-leads.ts'

/**
 * Starts simulated leads that write in the web chat of the demo.
 * @returns a function that stops them
 */
export function startScriptedLeads(
  { log, clock }: Pick<Deps, 'log' | 'clock'>,
  receive: Conversations['receiveMessage'],
): () => void {
  const abortController = new AbortController()
  void runScriptedLeads(
    {
      receive: async (tenantId, agentId, leadKey, content) => {
        await receive({
          tenantId,
          agentId,
          channel: 'webchat',
          channelKey: `demo:${leadKey}`,
          lead: { origin: 'Chat do site' },
          content,
          key: uuid(),
        })
      },
      // Ignores the abort error: the loop that calls `wait` checks the signal itself.
      wait: (ms, signal) => wait(ms, undefined, { signal, ref: false }).catch(() => {}),
      onError: (error) => log.warn({ err: error }, 'a scripted lead could not write'),
      now: () => clock.now(),
      random: Math.random,
    },
    abortController.signal,
  )
  return () => abortController.abort()
}
