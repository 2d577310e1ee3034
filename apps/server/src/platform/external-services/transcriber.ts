export interface TranscriptionRequest {
  readonly bytes: Blob
  /** File name with its extension, from which the endpoint detects the audio format. */
  readonly filename: string
  /** Names that may occur in the audio, as a hint for the recognition; '' for none. */
  readonly prompt: string
  readonly signal: AbortSignal
}

export interface Transcription {
  readonly text: string
  readonly language: string | null
  /** Duration of the audio in seconds; null if unknown. */
  readonly duration: number | null
  /**
   * Parts of the transcript, with start and end in seconds; empty if the endpoint returns no times. `noSpeech`: probability (0 to 1) that
   * no one speaks.
   */
  readonly segments: ReadonlyArray<{ start: number; end: number; text: string; noSpeech: number }>
}

/** Error: the endpoint returned no transcript. */
export class TranscriptionFailure extends Error {
  /** `later`: a retry may succeed. `never`: a retry would fail as well. */
  readonly kind: 'later' | 'never'

  constructor(kind: TranscriptionFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TranscriptionFailure'
    this.kind = kind
  }
}

/** Client of an OpenAI-compatible speech-to-text endpoint. Null in `Deps` if none is configured. */
export interface Transcriber {
  /**
   * Transcribes an audio file with one request and a timeout of 20 s.
   * @throws TranscriptionFailure; the signal's reason if the signal is aborted
   */
  transcribe(audio: TranscriptionRequest): Promise<Transcription>
}
