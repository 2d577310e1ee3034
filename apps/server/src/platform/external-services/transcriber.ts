/** An audio file to transcribe. */
export interface TranscriptionRequest {
  readonly bytes: Blob
  /** File name with its extension, by which the endpoint detects the audio format. */
  readonly filename: string
  /** Names that may be spoken in the audio, which help the recognition; '' for none. */
  readonly prompt: string
  readonly signal: AbortSignal
}

export interface Transcription {
  readonly text: string
  readonly language: string | null
  /** Duration of the audio in seconds; null if unknown. */
  readonly duration: number | null
  /**
   * Parts of the transcript with start and end in seconds. `noSpeech`: probability (0 to 1) that no one speaks. Empty if the endpoint
   * returns no times.
   */
  readonly segments: ReadonlyArray<{ start: number; end: number; text: string; noSpeech: number }>
}

/** Error: the endpoint returned no transcript. `later`: a retry may succeed. `never`: retries would fail as well. */
export class TranscriptionFailure extends Error {
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
   * Transcribes an audio file with one request, with a timeout of 20 s. @throws TranscriptionFailure; the signal's reason if the signal is
   * aborted
   */
  transcribe(audio: TranscriptionRequest): Promise<Transcription>
}
