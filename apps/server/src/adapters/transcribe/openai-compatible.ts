import * as z from 'zod/mini'
import type { TranscribeSettings } from '../../platform/config/model-settings.ts'
import {
  type Transcriber,
  type Transcription,
  TranscriptionFailure,
  type TranscriptionRequest,
} from '../../platform/external-services/transcriber.ts'
import { withDeadline } from '../../platform/external-services/with-deadline.ts'
import { tryParseJson } from '../../platform/json/json.ts'

const CALL_TIMEOUT_MS = 20_000
/** Maximum size of a response in bytes. Transcripts of 10 minutes of speech are smaller. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024

type ResponseFormat = 'verbose_json' | 'json'

const transcriptionResponse = z.object({
  text: z.string(),
  language: z.nullish(z.string()),
  duration: z.nullish(z.coerce.number()),
  segments: z.nullish(
    z.array(z.object({ start: z.number(), end: z.number(), text: z.string(), no_speech_prob: z.nullish(z.number()) })),
  ),
})

/**
 * Creates a client for any endpoint that is compatible with OpenAI's audio transcriptions. Requests sentences with timestamps, or only the
 * text once the endpoint has refused timestamps with a 400.
 */
export function createTranscriber(settings: TranscribeSettings, callMs = CALL_TIMEOUT_MS): Transcriber {
  const url = `${settings.baseUrl.replace(/\/$/, '')}/audio/transcriptions`
  let format: ResponseFormat = 'verbose_json'

  const sendRequest = async (
    { bytes, filename, prompt }: TranscriptionRequest,
    requestedFormat: ResponseFormat,
    signal: AbortSignal,
  ): Promise<Response> => {
    const body = new FormData()
    body.set('file', bytes, filename)
    body.set('model', settings.model)
    body.set('language', 'pt')
    body.set('response_format', requestedFormat)
    body.set('temperature', '0')
    if (prompt !== '') body.set('prompt', prompt)
    // The form is serialized before the request, because undici throws an uncatchable error if a streamed form is aborted.
    const serializedForm = new Response(body)
    const headers = {
      'content-type': serializedForm.headers.get('content-type') ?? '',
      ...(settings.apiKey === null ? {} : { authorization: `Bearer ${settings.apiKey}` }),
    }
    return fetch(url, { method: 'POST', headers, body: await serializedForm.arrayBuffer(), signal, redirect: 'error' })
  }

  const transcribeOnce = async (audio: TranscriptionRequest, signal: AbortSignal): Promise<Transcription> => {
    const requestedFormat = format
    let response = await sendRequest(audio, requestedFormat, signal)
    if (response.status === 400 && requestedFormat === 'verbose_json') {
      await response.body?.cancel()
      response = await sendRequest(audio, 'json', signal)
      if (response.ok) format = 'json'
    }
    if (!response.ok) {
      await response.body?.cancel()
      throw new TranscriptionFailure(
        isPermanentError(response.status) ? 'never' : 'later',
        `The transcriber said ${response.status}`,
      )
    }
    return parseTranscription(await readResponseText(response))
  }

  return {
    transcribe: async (audio) => {
      try {
        return await withDeadline(callMs, (signal) => transcribeOnce(audio, signal), audio.signal)
      } catch (error) {
        audio.signal.throwIfAborted()
        if (error instanceof TranscriptionFailure) throw error
        throw new TranscriptionFailure('later', 'The transcriber did not answer', { cause: error })
      }
    },
  }
}

/**
 * Whether an HTTP status reports an error that a retry does not solve, such as invalid audio or credentials. False for rate limits,
 * conflicts and timeouts.
 */
const isPermanentError = (status: number): boolean => status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)

async function readResponseText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  if (!body) return ''
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_RESPONSE_BYTES) throw new TranscriptionFailure('never', 'The transcriber said too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parseTranscription(body: string): Transcription {
  const parsed = transcriptionResponse.safeParse(tryParseJson(body))
  if (!parsed.success) throw new TranscriptionFailure('later', 'The transcriber gave no transcript')
  const { text, language, duration, segments } = parsed.data
  return {
    text,
    language: language ?? null,
    duration: duration ?? null,
    segments: (segments ?? []).map(({ no_speech_prob, ...segment }) => ({ ...segment, noSpeech: no_speech_prob ?? 0 })),
  }
}
