import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

/** A transcription request that the double received. */
export interface DoubleTranscriptionRequest {
  model: string
  filename: string
  /** SHA-256 of the audio file, in hex. */
  sha256: string
  size: number
  language: string
  format: 'json' | 'verbose_json'
  prompt: string
  /** True after the answer was sent completely; `answeredAt` is the time of that. */
  answered: boolean
  answeredAt: number | null
}

/** The double's response to a transcription request. */
export interface DoubleTranscriptionResponse {
  text?: string
  language?: string
  /** Seconds. */
  duration?: number
  segments?: { start: number; end: number; text: string; no_speech_prob?: number }[]
  /** Waits before it answers; 'forever' never answers. */
  until?: Promise<unknown> | 'forever'
  /** Refuses the request with this status and these headers. */
  fails?: { status: number; headers?: Record<string, string> }
  /** Refuses every format except plain JSON, as newer models do. */
  jsonOnly?: boolean
}

const RESPONSE_FORMATS = new Set(['json', 'verbose_json'])
const AUDIO_FILENAME_PATTERN = /\.(?:ogg|oga|mp3|m4a|mp4|webm|wav|flac|mpga|mpeg)$/

/**
 * Parses a transcription request as strictly as the strictest endpoints.
 * @returns the request, or a description of the error
 */
export async function parseTranscriptionRequest(
  headers: IncomingHttpHeaders,
  body: Uint8Array<ArrayBuffer>,
): Promise<DoubleTranscriptionRequest | string> {
  const form = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } })
    .formData()
    .catch(() => null)
  if (!form) return 'not multipart/form-data'
  const field = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const file = form.get('file')
  const format = field('response_format')
  if (!(file instanceof File) || !AUDIO_FILENAME_PATTERN.test(file.name)) return 'a file with the extension of a sound'
  if (file.size === 0 || file.size > 25 * 1024 * 1024) return 'a sound of 25 MB at most'
  if (field('model') === '' || !RESPONSE_FORMATS.has(format)) return 'a model and a format'
  const bytes = new Uint8Array(await file.arrayBuffer())
  return {
    model: field('model'),
    filename: file.name,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: file.size,
    language: field('language'),
    format: format === 'json' ? 'json' : 'verbose_json',
    prompt: field('prompt'),
    answered: false,
    answeredAt: null,
  }
}

/** Answers as OpenAI's audio transcription endpoint does. */
export async function sendTranscriptionResponse(
  response: ServerResponse,
  request: DoubleTranscriptionRequest,
  act: DoubleTranscriptionResponse,
): Promise<void> {
  const { text = 'Oi.', language = 'portuguese', duration = 3, segments, until, fails, jsonOnly } = act
  if (until === 'forever') return
  await until
  // Does not answer if the client has closed the connection.
  if (response.destroyed) return
  const refuse = (status: number, headers: Record<string, string>, message: string) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error: { message } }))
  if (fails) return void refuse(fails.status, fails.headers ?? {}, 'not now')
  if (jsonOnly && request.format !== 'json')
    return void refuse(400, {}, "response_format 'verbose_json' is not compatible with this model")
  const parts = (segments ?? [{ start: 0, end: duration, text }]).map((segment, id) => ({
    id,
    seek: 0,
    tokens: [],
    temperature: 0,
    avg_logprob: -0.2,
    compression_ratio: 1.1,
    no_speech_prob: 0.01,
    ...segment,
  }))
  const verbose = { task: 'transcribe', language, duration, text, segments: parts }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(request.format === 'json' ? { text } : verbose), () => {
    request.answered = true
    request.answeredAt = Date.now()
  })
}

/** A typical transcription of silence by a model. */
export const SILENCE_TRANSCRIPTION: DoubleTranscriptionResponse = {
  text: 'Tchau, tchau.',
  segments: [{ start: 0, end: 3, text: 'Tchau, tchau.', no_speech_prob: 0.93 }],
}
