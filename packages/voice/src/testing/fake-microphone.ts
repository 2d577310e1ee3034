import { vi } from 'vitest'

/** Replaces the browser's microphone, MediaRecorder and AudioContext in tests. */
export class FakeMicrophone {
  isOpen = false
  channels = 1
  refusal: DOMException | null = null
  shouldFailToStart = false
  /** MIME types that the fake MediaRecorder supports. */
  supportedTypes = /webm/
  recordedFrom: 'the microphone' | 'one channel' | null = null
  #recorded = new Blob()
  #lost: (() => void)[] = []

  constructor() {
    const track = {
      stop: () => {
        this.isOpen = false
      },
      getSettings: () => ({ channelCount: this.channels }),
      addEventListener: (_: string, listener: () => void) => this.#lost.push(listener),
    }
    const getUserMedia = async () => {
      if (this.refusal) throw this.refusal
      this.isOpen = true
      return { getAudioTracks: () => [track] }
    }
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
    vi.stubGlobal(
      'MediaRecorder',
      createFakeMediaRecorder(this, () => this.#recorded),
    )
    vi.stubGlobal(
      'AudioContext',
      class {
        state = 'running'
        createMediaStreamSource = () => ({ connect: () => undefined })
        close = async () => void (this.state = 'closed')
      },
    )
    vi.stubGlobal(
      'MediaStreamAudioDestinationNode',
      class {
        stream = 'one channel'
      },
    )
  }

  setRecording(recorded: Blob): void {
    this.#recorded = recorded
  }

  unplug(): void {
    for (const listener of this.#lost) listener()
  }
}

const createFakeMediaRecorder = (microphone: FakeMicrophone, recorded: () => Blob) =>
  class extends EventTarget {
    static isTypeSupported = (type: string) => microphone.supportedTypes.test(type)
    state = 'inactive'
    mimeType: string
    #hasGiven = false

    constructor(stream: unknown, { mimeType = '' } = {}) {
      super()
      if (microphone.shouldFailToStart) throw new Error('The recorder does not begin')
      this.mimeType = mimeType
      microphone.recordedFrom = stream === 'one channel' ? stream : 'the microphone'
    }

    start() {
      this.state = 'recording'
    }

    pause() {
      this.state = 'paused'
    }

    resume() {
      this.state = 'recording'
    }

    requestData() {
      queueMicrotask(() => this.#give())
    }

    stop() {
      this.state = 'inactive'
      queueMicrotask(() => {
        this.#give()
        this.dispatchEvent(new Event('stop'))
      })
    }

    #give() {
      const data = this.#hasGiven ? new Blob() : recorded()
      this.#hasGiven = true
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }))
    }
  }
