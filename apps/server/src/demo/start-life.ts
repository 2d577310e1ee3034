import { setTimeout as wait } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import type { Conversations } from '../features/conversations/ports.ts'
import type { Deps } from '../kernel/deps.ts'
import { demoLife } from './life.ts'

/** Lets the demo's scripted leads write over the web chat. @returns a function that silences them */
export function startDemoLife({ log, clock }: Pick<Deps, 'log' | 'clock'>, receive: Conversations['receive']): () => void {
  const silence = new AbortController()
  void demoLife(
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
      // Being silenced ends the wait early; the life looks at the signal next.
      wait: (ms, signal) => wait(ms, undefined, { signal, ref: false }).catch(() => {}),
      failed: (error) => log.warn({ err: error }, 'a scripted lead could not write'),
      now: () => clock.now(),
      random: Math.random,
    },
    silence.signal,
  )
  return () => silence.abort()
}
