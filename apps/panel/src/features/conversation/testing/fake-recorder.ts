import type { Recorder, RecorderState, Recording } from '@prosa/voice/recorder'

/** Fake of the voice recorder, controlled by a test. */
export class FakeRecorder implements Recorder {
  readonly as: Recording['as']
  ms = 0
  fails = false
  #state: RecorderState = { phase: 'recording', bytes: 0 }
  readonly #listeners = new Set<() => void>()

  constructor(as: Recording['as'] = 'voice') {
    this.as = as
  }

  /** Simulates a recording of `ms` milliseconds. */
  heard(ms: number, bytes = ms * 4): void {
    this.ms = ms
    this.#change({ bytes })
  }

  getState = () => this.#state
  elapsed = () => this.ms
  subscribe = (onChange: () => void) => {
    this.#listeners.add(onChange)
    return () => void this.#listeners.delete(onChange)
  }
  pause = () => {
    if (this.#state.phase === 'recording') this.#change({ phase: 'paused' })
  }
  resume = () => {
    if (this.#state.phase === 'paused') this.#change({ phase: 'recording' })
  }
  end = () => {
    if (this.#state.phase !== 'ended') this.#change({ phase: 'ended' })
  }
  take = async (): Promise<Recording> => {
    if (this.fails) throw new Error('Nothing was recorded')
    const blob = new Blob([new Uint8Array(this.ms)], { type: 'audio/ogg; codecs=opus' })
    return { blob, as: this.as, filename: 'Mensagem de voz.ogg', durationMs: this.ms }
  }

  #change(to: Partial<RecorderState>): void {
    this.#state = { ...this.#state, ...to }
    for (const listener of this.#listeners) listener()
  }
}
