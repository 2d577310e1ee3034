import { expect, it } from 'vitest'
import { createMetrics } from './prometheus.ts'

it('what cannot be asked at the moment is left out, and hides nothing else', async () => {
  const metrics = createMetrics()
  let isAway = false
  metrics.registerGauge({
    name: 'prosa_jobs_waiting',
    help: 'Jobs',
    label: 'queue',
    readValues: async () => {
      if (isAway) throw new Error('The database is away')
      return { 'agent-turn': 3 }
    },
  })
  metrics.recordStoredMessage({ role: 'AI' })
  expect((await metrics.renderMetrics()).text).toContain('prosa_jobs_waiting{queue="agent-turn"} 3')
  isAway = true
  const { text } = await metrics.renderMetrics()
  expect(text).toContain('prosa_messages_total{role="AI"} 1')
  expect(text).not.toContain('prosa_jobs_waiting{')
})
