/** Metrics of this process. Counters are incremented when something happens; gauges are read when the metrics are requested. */
export interface Metrics {
  recordRequest(request: { method: string; route: string; status: number; seconds: number }): void
  /** Counts an outgoing message that reached the delivery state `state`. */
  recordDelivery(state: string): void
  recordStoredMessage(message: { role: string }): void
  /** Counts received messages of WhatsApp groups, which belong to no conversation. */
  recordGroupMessages(count: number): void
  recordTurn(turn: { engine: string; outcome: string; seconds: number; inputTokens: number; outputTokens: number }): void
  /** Counts transcribed seconds, and their cost by the configured price in its currency. */
  recordTranscription(transcription: { seconds: number; cost: number }): void
  /**
   * Registers a gauge whose value `read` returns at each request for the metrics. With `label`, `read` returns one value for each value of
   * the label.
   */
  registerGauge(gauge: {
    name: string
    help: string
    label?: string
    readValues: () => Promise<Readonly<Record<string, number>>>
  }): void
  renderMetrics(): Promise<{ contentType: string; text: string }>
}
