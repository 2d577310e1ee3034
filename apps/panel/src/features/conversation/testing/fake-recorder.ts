import type { Recorder, RecorderState, Recording } from '@prosa/voice/recorder'

/** Fake of the voice recorder, controlled by a test. */
export class FakeRecorder implements Recorder {
  readonly mediaType: Recording['mediaType']
  elapsedMs = 0
  shouldFail = false
  #state: RecorderState = { phase: 'recording', bytes: 0 }
  readonly #listeners = new Set<() => void>()

  constructor(mediaType: Recording['mediaType'] = 'voice') {
    this.mediaType = mediaType
  }

  /** Simulates a recording of `ms` milliseconds. */
  simulateRecorded(ms: number, bytes = ms * 4): void {
    this.elapsedMs = ms
    this.#change({ bytes })
  }

  getState = () => this.#state
  getElapsedMs = () => this.elapsedMs
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
  stop = () => {
    if (this.#state.phase !== 'ended') this.#change({ phase: 'ended' })
  }
  getRecording = async (): Promise<Recording> => {
    if (this.shouldFail) throw new Error('Nothing was recorded')
    const blob = new Blob([new Uint8Array(this.elapsedMs)], { type: 'audio/ogg; codecs=opus' })
    return { blob, mediaType: this.mediaType, filename: 'Mensagem de voz.ogg', durationMs: this.elapsedMs }
  }

  #change(changes: Partial<RecorderState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }
}
