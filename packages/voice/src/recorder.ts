import { type Microphone, MicrophoneError, openMicrophone } from './microphone.ts'
import { MAX_RECORDING_MS } from './recording-duration.ts'
import type { RepackagedAudio } from './repackage-audio.ts'

/** Audio bitrates in bit/s. They suffice for speech: a voice note of two minutes has about 512 kB. */
const BITS_PER_SECOND = { voice: 32_000, audio: 64_000 }
/** Interval in milliseconds at which MediaRecorder delivers recorded data. */
const SLICE_MS = 1_000

/** MIME types for MediaRecorder, in order of preference. */
const MIME_TYPES = {
  voice: ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus'],
  audio: ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4'],
}
const FILENAMES = { voice: 'Mensagem de voz.ogg', audio: 'Áudio.aac' }

/** Returns whether the browser can record a voice note (Opus). If not, recordings are sent as audio files (MEDIA-09). */
const canRecordVoiceNote = (): boolean => MIME_TYPES.voice.some((type) => MediaRecorder.isTypeSupported(type))

export interface Recording {
  blob: Blob
  mediaType: 'voice' | 'audio'
  filename: string
  durationMs: number
}

/** Phases of a recording. In the phase `ended`, the microphone is released and the recording cannot be resumed. */
export type RecorderPhase = 'recording' | 'paused' | 'ended'

/** State of a recording, for display. Every change creates a new object, so that subscribers can compare references. */
export interface RecorderState {
  phase: RecorderPhase
  bytes: number
}

export interface Recorder {
  readonly mediaType: Recording['mediaType']
  getState: () => RecorderState
  subscribe: (onChange: () => void) => () => void
  /** Returns the recorded duration in milliseconds, without pauses. */
  getElapsedMs: () => number
  pause: () => void
  resume: () => void
  /** Ends the recording and releases the microphone. The recorded data stays available. */
  stop: () => void
  /**
   * Returns everything recorded so far, ready to be played or sent.
   * @throws Error if the recorded data contains no usable audio
   */
  getRecording: () => Promise<Recording>
}

/**
 * Opens the microphone and starts a recording. The recording ends when `stop` is called or after 15 minutes.
 * @throws MicrophoneError if the microphone cannot be used
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
  // Loads the code that finishes the recording now, so that a recording can be finished even if the network fails meanwhile.
  void loadRepackager(recorder.mediaType).catch(() => undefined)
  return recorder
}

const loadRepackager = async (mediaType: Recording['mediaType']): Promise<(recorded: Blob) => Promise<RepackagedAudio>> =>
  mediaType === 'voice'
    ? (await import('./repackage-as-voice-note.ts')).repackageAsVoiceNote
    : (await import('./aac-worker-client.ts')).repackageAsAacInWorker

function createRecorder({ stream, onLost, release }: Microphone): Recorder {
  const mediaType = canRecordVoiceNote() ? 'voice' : 'audio'
  const mimeType = MIME_TYPES[mediaType].find((type) => MediaRecorder.isTypeSupported(type))
  const recording = new MediaRecorder(stream, {
    ...(mimeType ? { mimeType } : {}),
    audioBitsPerSecond: BITS_PER_SECOND[mediaType],
  })
  const listeners = new Set<() => void>()
  const slices: Blob[] = []
  let state: RecorderState = { phase: 'recording', bytes: 0 }
  let elapsedBefore = 0
  let resumedAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  const updateState = (changes: Partial<RecorderState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  const getElapsedMs = () =>
    Math.min(MAX_RECORDING_MS, elapsedBefore + (state.phase === 'recording' ? performance.now() - resumedAt : 0))
  const startTimer = () => {
    clearTimeout(timer)
    resumedAt = performance.now()
    timer = setTimeout(stop, MAX_RECORDING_MS - elapsedBefore)
  }
  const enterPhase = (phase: RecorderPhase) => {
    elapsedBefore = getElapsedMs()
    clearTimeout(timer)
    updateState({ phase })
  }
  const stop = () => {
    if (recording.state !== 'inactive') recording.stop()
    if (state.phase !== 'ended') enterPhase('ended')
    release()
  }

  const stopped = new Promise<void>((resolve) => recording.addEventListener('stop', () => resolve()))
  void stopped.then(stop)
  onLost(stop)
  recording.addEventListener('dataavailable', ({ data }) => {
    slices.push(data)
    updateState({ bytes: state.bytes + data.size })
  })
  recording.start(SLICE_MS)
  startTimer()

  const flushPendingData = (): Promise<unknown> => {
    if (recording.state === 'inactive') return stopped
    const next = new Promise((resolve) => recording.addEventListener('dataavailable', resolve, { once: true }))
    recording.requestData()
    return next
  }

  return {
    mediaType,
    getState: () => state,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    getElapsedMs,
    pause: () => {
      if (state.phase !== 'recording') return
      recording.pause()
      enterPhase('paused')
    },
    resume: () => {
      if (state.phase !== 'paused') return
      recording.resume()
      startTimer()
      updateState({ phase: 'recording' })
    },
    stop,
    getRecording: async () => {
      await flushPendingData()
      const { blob, durationMs } = await (await loadRepackager(mediaType))(new Blob(slices, { type: recording.mimeType }))
      return { blob, durationMs, mediaType, filename: FILENAMES[mediaType] }
    },
  }
}
