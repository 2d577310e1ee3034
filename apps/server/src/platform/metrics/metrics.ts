/** Metrics: counters are updated as events happen, gauges are read when the metrics are requested. */
export interface Metrics {
  requested(request: { method: string; route: string; status: number; seconds: number }): void
  /** Counts an outgoing message that reached this delivery state. */
  delivered(state: string): void
  stored(message: { role: string }): void
  /** Counts messages of WhatsApp groups, which belong to no conversation. */
  groupMessages(count: number): void
  turned(turn: { engine: string; outcome: string; seconds: number; inputTokens: number; outputTokens: number }): void
  /** Counts transcribed seconds and their cost, by the configured price and in its currency. */
  transcribed(sound: { seconds: number; cost: number }): void
  /** Registers a number that is read at each request, or several by the values of a label. */
  gauge(gauge: { name: string; help: string; label?: string; read: () => Promise<Readonly<Record<string, number>>> }): void
  read(): Promise<{ contentType: string; text: string }>
}
