import { type Microphone, MicrophoneError, openMicrophone } from './microphone.ts'
import { MAX_RECORDING_MS } from './recording-duration.ts'
import type { RepackagedAudio } from './repackage-audio.ts'

/** Bits per second. Sufficient for speech in Opus; a voice note of two minutes is about 512 kB. */
const BITS_PER_SECOND = { voice: 32_000, audio: 64_000 }
/** Interval in milliseconds at which the browser delivers recorded data. */
const SLICE_MS = 1_000

/** MIME types in order of preference: the first that the browser supports is used. */
const MIME_TYPES = {
  voice: ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus'],
  audio: ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4'],
}
const FILENAMES = { voice: 'Mensagem de voz.ogg', audio: 'Áudio.aac' }

/** Returns whether the browser can record a voice note; otherwise the recording is sent as an audio file (MEDIA-09). */
const canRecordVoiceNote = (): boolean => MIME_TYPES.voice.some((type) => MediaRecorder.isTypeSupported(type))

/** A finished recording, ready to be sent. */
export interface Recording {
  blob: Blob
  as: 'voice' | 'audio'
  filename: string
  /** Duration in milliseconds. */
  durationMs: number
}

/** `ended`: recording has stopped for good, and the microphone is released. */
export type RecorderPhase = 'recording' | 'paused' | 'ended'

/** State of a recording for display. A new object after every change. */
export interface RecorderState {
  phase: RecorderPhase
  /** Number of bytes recorded so far. */
  bytes: number
}

export interface Recorder {
  readonly as: Recording['as']
  getState: () => RecorderState
  subscribe: (onChange: () => void) => () => void
  /** Returns the recorded milliseconds so far, without pauses. */
  elapsed: () => number
  pause: () => void
  resume: () => void
  /** Stops recording for good. The recorded data stays available. */
  end: () => void
  /** Returns everything that was recorded so far, ready to be played or sent. @throws if nothing usable was recorded */
  take: () => Promise<Recording>
}

/** Starts a recording that runs until `end` is called, for at most 15 minutes. @throws MicrophoneError */
export async function startRecording(): Promise<Recorder> {
  const microphone = await openMicrophone()
  let recorder: Recorder
  try {
    recorder = createRecorder(microphone)
  } catch (cause) {
    microphone.release()
    throw new MicrophoneError('busy', cause)
  }
  // Loads the code for repackaging in advance, so that it is available when the recording ends, even offline.
  void loadRepackager(recorder.as).catch(() => undefined)
  return recorder
}

const loadRepackager = async (as: Recording['as']): Promise<(recorded: Blob) => Promise<RepackagedAudio>> =>
  as === 'voice'
    ? (await import('./repackage-as-voice-note.ts')).repackageAsVoiceNote
    : (await import('./aac-worker-client.ts')).repackageAsAacInWorker

function createRecorder({ stream, onLost, release }: Microphone): Recorder {
  const as = canRecordVoiceNote() ? 'voice' : 'audio'
  const mimeType = MIME_TYPES[as].find((type) => MediaRecorder.isTypeSupported(type))
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
  const elapsed = () => Math.min(MAX_RECORDING_MS, before + (state.phase === 'recording' ? performance.now() - since : 0))
  const count = () => {
    clearTimeout(timer)
    since = performance.now()
    timer = setTimeout(end, MAX_RECORDING_MS - before)
  }
  const settle = (phase: RecorderPhase) => {
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
      const { blob, durationMs } = await (await loadRepackager(as))(new Blob(slices, { type: recording.mimeType }))
      return { blob, durationMs, as, filename: FILENAMES[as] }
    },
  }
}
