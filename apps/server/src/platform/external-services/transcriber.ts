/** An audio file to transcribe. */
export interface TranscriptionRequest {
  readonly bytes: Blob
  /** File name with its extension, from which endpoints detect the format. */
  readonly filename: string
  /** Names that may occur in it; '' for none. */
  readonly prompt: string
  readonly signal: AbortSignal
}

export interface Transcription {
  readonly text: string
  readonly language: string | null
  /** In seconds. */
  readonly duration: number | null
  /** Times in seconds; `noSpeech`: probability (0 to 1) that nobody speaks. Empty if the endpoint returns no times. */
  readonly segments: ReadonlyArray<{ start: number; end: number; text: string; noSpeech: number }>
}

/** The endpoint returned no transcript. `never`: retries would fail as well. */
export class TranscriptionFailure extends Error {
  readonly kind: 'later' | 'never'

  constructor(kind: TranscriptionFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TranscriptionFailure'
    this.kind = kind
  }
}

/** Client of an OpenAI-compatible transcription endpoint; absent if none is configured. */
export interface Transcriber {
  /** Makes one call with a timeout of 20 s. @throws TranscriptionFailure; the signal's reason if it is aborted */
  transcribe(sound: TranscriptionRequest): Promise<Transcription>
}
