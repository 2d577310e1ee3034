import type { CopiedSound } from './copy-sound.ts'
import { LONGEST_MS } from './lengths.ts'
import { type Microphone, MicrophoneError, openMicrophone } from './microphone.ts'

/** Opus has all of a voice in it by then; 512 kB are two minutes of it. */
const BITS_PER_SECOND = { voice: 32_000, audio: 64_000 }
/** So often the browser hands over what it has. */
const SLICE_MS = 1_000

/** In this order: what a browser records in the first that it knows. */
const TYPES = {
  voice: ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus'],
  audio: ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4'],
}
const FILENAMES = { voice: 'Mensagem de voz.ogg', audio: 'Áudio.aac' }

/** True where the browser records what goes as a voice note; elsewhere it goes as a file of sound (MEDIA-09). */
const makesVoice = (): boolean => TYPES.voice.some((type) => MediaRecorder.isTypeSupported(type))

/** A recording that can go out. */
export interface Recorded {
  blob: Blob
  as: 'voice' | 'audio'
  filename: string
  /** Milliseconds. */
  durationMs: number
}

/** `ended`: nothing more comes to it, and the microphone is free. */
export type Phase = 'recording' | 'paused' | 'ended'

/** What is to be seen of a recording; a new object with each change. */
export interface RecorderState {
  phase: Phase
  /** Bytes so far. */
  bytes: number
}

export interface Recorder {
  readonly as: Recorded['as']
  getState: () => RecorderState
  subscribe: (onChange: () => void) => () => void
  /** Milliseconds that were recorded so far, without pauses. */
  elapsed: () => number
  pause: () => void
  resume: () => void
  /** Nothing more is recorded, what there is stays. */
  end: () => void
  /** All that was recorded so far, ready to be heard or sent. @throws when the browser recorded nothing that can go out */
  take: () => Promise<Recorded>
}

/** Records from now on, until `end` or for 15 minutes. @throws MicrophoneError */
export async function startRecording(): Promise<Recorder> {
  const microphone = await openMicrophone()
  let recorder: Recorder
  try {
    recorder = record(microphone)
  } catch (cause) {
    microphone.release()
    throw new MicrophoneError('busy', cause)
  }
  // What it takes to send it is here by then, and also without a network.
  void packing(recorder.as).catch(() => undefined)
  return recorder
}

const packing = async (as: Recorded['as']): Promise<(recorded: Blob) => Promise<CopiedSound>> =>
  as === 'voice' ? (await import('./as-voice.ts')).asVoice : (await import('./plain-aside.ts')).asPlainAside

function record({ stream, onLost, release }: Microphone): Recorder {
  const as = makesVoice() ? 'voice' : 'audio'
  const mimeType = TYPES[as].find((type) => MediaRecorder.isTypeSupported(type))
  const recording = new MediaRecorder(stream, {
    ...(mimeType ? { mimeType } : {}),
    audioBitsPerSecond: BITS_PER_SECOND[as],
  })
  const listeners = new Set<() => void>()
  const slices: Blob[] = []
  let state: RecorderState = { phase: 'recording', bytes: 0 }
  let before = 0
  let since = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  const change = (to: Partial<RecorderState>) => {
    state = { ...state, ...to }
    for (const listener of listeners) listener()
  }
  const elapsed = () => Math.min(LONGEST_MS, before + (state.phase === 'recording' ? performance.now() - since : 0))
  const count = () => {
    clearTimeout(timer)
    since = performance.now()
    timer = setTimeout(end, LONGEST_MS - before)
  }
  const settle = (phase: Phase) => {
    before = elapsed()
    clearTimeout(timer)
    change({ phase })
  }
  const end = () => {
    if (recording.state !== 'inactive') recording.stop()
    if (state.phase !== 'ended') settle('ended')
    release()
  }

  const stopped = new Promise<void>((resolve) => recording.addEventListener('stop', () => resolve()))
  void stopped.then(end)
  onLost(end)
  recording.addEventListener('dataavailable', ({ data }) => {
    slices.push(data)
    change({ bytes: state.bytes + data.size })
  })
  recording.start(SLICE_MS)
  count()

  const handedOver = (): Promise<unknown> => {
    if (recording.state === 'inactive') return stopped
    const next = new Promise((resolve) => recording.addEventListener('dataavailable', resolve, { once: true }))
    recording.requestData()
    return next
  }

  return {
    as,
    getState: () => state,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    elapsed,
    pause: () => {
      if (state.phase !== 'recording') return
      recording.pause()
      settle('paused')
    },
    resume: () => {
      if (state.phase !== 'paused') return
      recording.resume()
      count()
      change({ phase: 'recording' })
    },
    end,
    take: async () => {
      await handedOver()
      const { blob, durationMs } = await (await packing(as))(new Blob(slices, { type: recording.mimeType }))
      return { blob, durationMs, as, filename: FILENAMES[as] }
    },
  }
}
