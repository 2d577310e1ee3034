/** What is counted while it happens; what merely stands is asked for when somebody reads. */
export interface Metrics {
  requested(request: { method: string; route: string; status: number; seconds: number }): void
  /** A message of ours got so far on its channel. */
  delivered(state: string): void
  stored(message: { role: string }): void
  /** Messages of WhatsApp groups came, which are nobody's conversation here. */
  groupMessages(count: number): void
  turned(turn: { engine: string; outcome: string; seconds: number; inputTokens: number; outputTokens: number }): void
  /** A sound became text; `cost` by the configured price, in its currency. */
  transcribed(sound: { seconds: number; cost: number }): void
  /** A number that is asked for at each reading, or several by the label's values. */
  gauge(gauge: { name: string; help: string; label?: string; read: () => Promise<Readonly<Record<string, number>>> }): void
  read(): Promise<{ contentType: string; text: string }>
}
