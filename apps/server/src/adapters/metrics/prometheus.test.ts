import { expect, it } from 'vitest'
import { createMetrics } from './prometheus.ts'

it('what cannot be asked at the moment is left out, and hides nothing else', async () => {
  const metrics = createMetrics()
  let isAway = false
  metrics.gauge({
    name: 'prosa_jobs_waiting',
    help: 'Jobs',
    label: 'queue',
    read: async () => {
      if (isAway) throw new Error('The database is away')
      return { 'agent-turn': 3 }
    },
  })
  metrics.stored({ role: 'AI' })
  expect((await metrics.read()).text).toContain('prosa_jobs_waiting{queue="agent-turn"} 3')
  isAway = true
  const { text } = await metrics.read()
  expect(text).toContain('prosa_messages_total{role="AI"} 1')
  expect(text).not.toContain('prosa_jobs_waiting{')
})
