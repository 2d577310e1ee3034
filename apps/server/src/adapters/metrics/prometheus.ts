import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from '../../platform/metrics/metrics.ts'

const REQUEST_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const TURN_BUCKETS_SECONDS = [0.5, 1, 2, 5, 10, 20, 40, 80]

/**
 * Creates the server's metrics in the text format of Prometheus, with metrics of the process (memory, event-loop lag, garbage collection).
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
  const storedMessages = new Counter({ registers, name: 'prosa_messages_total', help: 'Messages stored', labelNames: ['role'] })
  const groupMessages = new Counter({
    registers,
    name: 'prosa_whatsapp_group_messages_total',
    help: 'Messages of WhatsApp groups, which are nobody’s conversation',
  })
  const deliveries = new Counter({
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

  const transcribedSeconds = new Counter({ registers, name: 'prosa_transcribed_seconds_total', help: 'Sound that became text' })
  const transcriptionCost = new Counter({
    registers,
    name: 'prosa_transcription_cost',
    help: 'What that cost, by TRANSCRIBE_PRICE',
  })

  return {
    recordRequest: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    recordStoredMessage: ({ role }) => storedMessages.inc({ role }),
    recordGroupMessages: (count) => groupMessages.inc(count),
    recordDelivery: (state) => deliveries.inc({ state }),
    recordTurn: ({ engine, outcome, seconds, inputTokens, outputTokens }) => {
      turns.observe({ engine, outcome }, seconds)
      tokens.inc({ direction: 'in' }, inputTokens)
      tokens.inc({ direction: 'out' }, outputTokens)
    },
    recordTranscription: ({ seconds, cost }) => {
      transcribedSeconds.inc(seconds)
      transcriptionCost.inc(cost)
    },
    registerGauge: ({ name, help, label, readValues }) => {
      const gauge = new Gauge({
        registers: [],
        name,
        help,
        labelNames: label ? [label] : [],
        async collect() {
          this.reset()
          // A gauge that cannot be read is omitted, because the other metrics are needed most while the database is unavailable.
          const values = await readValues().catch(() => ({}))
          for (const [labelValue, metricValue] of Object.entries(values))
            this.set(label ? { [label]: labelValue } : {}, metricValue)
        },
      })
      register.registerMetric(gauge)
    },
    renderMetrics: async () => ({ contentType: register.contentType, text: await register.metrics() }),
  }
}
