/** A sound that is to become text. */
export interface Sound {
  readonly bytes: Blob
  /** With its extension, by which endpoints tell what it is. */
  readonly filename: string
  /** Names that may be said in it; '' for none. */
  readonly prompt: string
  readonly signal: AbortSignal
}

export interface Transcription {
  readonly text: string
  readonly language: string | null
  /** Seconds. */
  readonly duration: number | null
  /** In seconds; `noSpeech`: how likely it is that nobody speaks (0 to 1). None where the endpoint tells no times. */
  readonly segments: ReadonlyArray<{ start: number; end: number; text: string; noSpeech: number }>
}

/** The endpoint gave no transcript. `never`: it will not take this sound, however often it is asked. */
export class TranscriptionFailure extends Error {
  readonly kind: 'later' | 'never'

  constructor(kind: TranscriptionFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TranscriptionFailure'
    this.kind = kind
  }
}

/** Speech to text behind an OpenAI-compatible endpoint. Absent when none is configured. */
export interface Transcriber {
  /** One call, of 20 s at most. @throws TranscriptionFailure; the signal's reason when it is aborted */
  transcribe(sound: Sound): Promise<Transcription>
}
