/** Metrics of this process. */
export interface Metrics {
  recordRequest(request: { method: string; route: string; status: number; seconds: number }): void
  /** Counts an outgoing message that reached a delivery state. */
  recordDelivery(state: string): void
  recordStoredMessage(message: { role: string }): void
  /** Counts received WhatsApp group messages, which belong to no conversation. */
  recordGroupMessages(count: number): void
  recordTurn(turn: { engine: string; outcome: string; seconds: number; inputTokens: number; outputTokens: number }): void
  /** Counts transcribed seconds and their cost, in the currency of the configured price. */
  recordTranscription(transcription: { seconds: number; cost: number }): void
  /** Registers a gauge that is read when the metrics are requested. `readValues` returns one value for each value of `label`. */
  registerGauge(gauge: {
    name: string
    help: string
    label?: string
    readValues: () => Promise<Readonly<Record<string, number>>>
  }): void
  renderMetrics(): Promise<{ contentType: string; text: string }>
}
