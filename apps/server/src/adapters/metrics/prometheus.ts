import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from '../../platform/metrics/metrics.ts'

const REQUEST_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const TURN_BUCKETS_SECONDS = [0.5, 1, 2, 5, 10, 20, 40, 80]

/**
 * Creates the server's metrics in the text format of Prometheus, including the library's process metrics (memory, event-loop lag, garbage
 * collection).
 */
export function createMetrics(): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    registers,
    name: 'prosa_request_seconds',
    help: 'HTTP requests by route, as the contract writes it',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS_SECONDS,
  })
  const stored = new Counter({ registers, name: 'prosa_messages_total', help: 'Messages stored', labelNames: ['role'] })
  const groupMessages = new Counter({
    registers,
    name: 'prosa_whatsapp_group_messages_total',
    help: 'Messages of WhatsApp groups, which are nobody’s conversation',
  })
  const delivered = new Counter({
    registers,
    name: 'prosa_deliveries_total',
    help: 'How far messages got on their channel',
    labelNames: ['state'],
  })
  const turns = new Histogram({
    registers,
    name: 'prosa_agent_turn_seconds',
    help: 'Turns of agents: thinking, typing and storing',
    labelNames: ['engine', 'outcome'],
    buckets: TURN_BUCKETS_SECONDS,
  })
  const tokens = new Counter({ registers, name: 'prosa_agent_tokens_total', help: 'Tokens of models', labelNames: ['direction'] })

  const transcribed = new Counter({ registers, name: 'prosa_transcribed_seconds_total', help: 'Sound that became text' })
  const transcription = new Counter({
    registers,
    name: 'prosa_transcription_cost',
    help: 'What that cost, by TRANSCRIBE_PRICE',
  })

  return {
    requested: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    stored: ({ role }) => stored.inc({ role }),
    groupMessages: (count) => groupMessages.inc(count),
    delivered: (state) => delivered.inc({ state }),
    turned: ({ engine, outcome, seconds, inputTokens, outputTokens }) => {
      turns.observe({ engine, outcome }, seconds)
      tokens.inc({ direction: 'in' }, inputTokens)
      tokens.inc({ direction: 'out' }, outputTokens)
    },
    transcribed: ({ seconds, cost }) => {
      transcribed.inc(seconds)
      transcription.inc(cost)
    },
    gauge: ({ name, help, label, read }) => {
      const standing = new Gauge({
        registers: [],
        name,
        help,
        labelNames: label ? [label] : [],
        async collect() {
          this.reset()
          // Omits a gauge that cannot be read: while the database is unavailable, the other metrics are needed most.
          const standing = await read().catch(() => ({}))
          for (const [value, number] of Object.entries(standing)) this.set(label ? { [label]: value } : {}, number)
        },
      })
      register.registerMetric(standing)
    },
    read: async () => ({ contentType: register.contentType, text: await register.metrics() }),
  }
}
