import { type Microphone, MicrophoneError, openMicrophone } from './microphone.ts'
import { MAX_RECORDING_MS } from './recording-duration.ts'
import type { RepackagedAudio } from './repackage-audio.ts'

/** Audio bitrates in bit/s. They suffice for speech; a voice note of two minutes has about 512 kB. */
const BITS_PER_SECOND = { voice: 32_000, audio: 64_000 }
/** Interval in milliseconds at which MediaRecorder delivers recorded data. */
const SLICE_MS = 1_000

/** MIME types for MediaRecorder, in order of preference. The first one that the browser supports is used. */
const MIME_TYPES = {
  voice: ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus'],
  audio: ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4'],
}
const FILENAMES = { voice: 'Mensagem de voz.ogg', audio: 'Áudio.aac' }

/** Returns whether the browser can record a voice note (Opus). Otherwise a recording is sent as an audio file (MEDIA-09). */
const canRecordVoiceNote = (): boolean => MIME_TYPES.voice.some((type) => MediaRecorder.isTypeSupported(type))

/** A finished recording, ready to be sent. */
export interface Recording {
  blob: Blob
  as: 'voice' | 'audio'
  filename: string
  /** Duration in milliseconds. */
  durationMs: number
}

/** Phases of a recording. `ended`: the recording cannot be resumed, and the microphone is released. */
export type RecorderPhase = 'recording' | 'paused' | 'ended'

/** State of a recording for display. Every change creates a new object. */
export interface RecorderState {
  phase: RecorderPhase
  /** Number of bytes recorded so far. */
  bytes: number
}

export interface Recorder {
  readonly as: Recording['as']
  getState: () => RecorderState
  subscribe: (onChange: () => void) => () => void
  /** Returns the duration of the recording so far in milliseconds, without pauses. */
  elapsed: () => number
  pause: () => void
  resume: () => void
  /** Stops the recording for good and releases the microphone. The recorded data stays available. */
  end: () => void
  /** Returns everything recorded so far, ready to be played or sent. @throws Error if the recorded data contains no usable audio */
  take: () => Promise<Recording>
}

/**
 * Requests the microphone and starts a recording. It ends when `end` is called or after 15 minutes. @throws MicrophoneError if the
 * microphone cannot be used
 */
export async function startRecording(): Promise<Recorder> {
  const microphone = await openMicrophone()
  let recorder: Recorder
  try {
    recorder = createRecorder(microphone)
  } catch (cause) {
    microphone.release()
    throw new MicrophoneError('busy', cause)
  }
  // Loads the code for repackaging now, so that it is available when the recording ends, even offline.
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
