import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type DoubleTranscriptionRequest,
  type DoubleTranscriptionResponse,
  parseTranscriptionRequest,
  sendTranscriptionResponse,
} from './transcription-double.ts'

export interface LlmMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string | null
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

export interface LlmRequest {
  model: string
  messages: LlmMessage[]
  /** Images of the messages, in order. The text of the messages does not contain them. */
  pictures: Buffer[]
  tools?: { function: { name: string; parameters: Record<string, unknown> } }[]
}

/** The model's response to a request. */
export interface LlmDoubleResponse {
  text?: string
  /** Arguments as an object, or as a string to simulate malformed JSON. */
  calls?: { name: string; args: unknown }[]
  /** Waits before the first token; 'forever' never sends one. */
  until?: Promise<unknown> | 'forever'
  /**
   * `status` refuses the request; `garbage` answers with invalid data; `cut` closes the connection during the text; `stop` ends without a
   * finish reason.
   */
  fails?: 'garbage' | 'cut' | 'stop' | { status: number; headers?: Record<string, string> }
  cost?: number
}

export interface LlmDouble {
  env: Record<string, string>
  /** Environment variables that enable transcription by this double. */
  transcribeEnv: Record<string, string>
  url: string
  requests: LlmRequest[]
  /** Sets the model's behaviour for the following requests. */
  behave(act: (request: LlmRequest, n: number) => LlmDoubleResponse): void
  /** Transcription requests received so far. */
  sounds: DoubleTranscriptionRequest[]
  /** Sets the result of the following transcription requests. */
  transcribe(act: (request: DoubleTranscriptionRequest, n: number) => DoubleTranscriptionResponse): void
  /** Number of requests that the client aborted. */
  readonly abandoned: number
  close(): Promise<void>
}

const API_KEY = 'sk-test'

/**
 * Starts a double of OpenAI's streaming chat completions and audio transcriptions. It validates requests as strictly as the strictest
 * provider.
 */
export async function openLlmDouble(): Promise<LlmDouble> {
  const requests: LlmRequest[] = []
  const sounds: DoubleTranscriptionRequest[] = []
  let soundAct: (request: DoubleTranscriptionRequest, n: number) => DoubleTranscriptionResponse = () => ({})
  let act: (request: LlmRequest, n: number) => LlmDoubleResponse = () => ({ text: 'Certo.' })
  let abandoned = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    response.on('close', () => {
      if (!response.writableFinished) abandoned++
    })
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const refusal = request.headers.authorization === `Bearer ${API_KEY}` ? null : 'wrong key'
      if (request.url === '/v1/audio/transcriptions' && !refusal) {
        void parseTranscriptionRequest(request.headers, Buffer.concat(chunks)).then((sound) => {
          if (typeof sound === 'string') return sendError(response, 400, {}, sound)
          sounds.push(sound)
          return sendTranscriptionResponse(response, sound, soundAct(sound, sounds.length - 1))
        })
        return
      }
      const body = separateImages(JSON.parse(Buffer.concat(chunks).toString()) as RawLlmRequest)
      const wrong = refusal ?? findRequestError(request.url ?? '', body)
      if (wrong) {
        sendError(response, refusal ? 401 : 400, {}, wrong)
        return
      }
      requests.push(body)
      void streamResponse(response, body, act(body, requests.length - 1), requests.length)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    env: { LLM_BASE_URL: url, LLM_API_KEY: API_KEY, LLM_MODEL: 'test-model' },
    transcribeEnv: { TRANSCRIBE_BASE_URL: url, TRANSCRIBE_API_KEY: API_KEY, TRANSCRIBE_MODEL: 'test-whisper' },
    url,
    requests,
    sounds,
    transcribe: (next) => {
      soundAct = next
    },
    behave: (next) => {
      act = next
    },
    get abandoned() {
      return abandoned
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type ContentPart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }
type RawLlmRequest = Omit<LlmRequest, 'messages'> & {
  messages: (Omit<LlmMessage, 'content'> & { content: string | null | ContentPart[] })[]
  stream?: boolean
}

/** Returns a request with its images separated from its text. */
function separateImages({ messages, ...request }: RawLlmRequest): LlmRequest & { stream?: boolean } {
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
  const pictures = parts.flatMap((part) =>
    part.type === 'image_url' ? Buffer.from(part.image_url.url.replace(/^data:image\/jpeg;base64,/, ''), 'base64') : [],
  )
  const wordsOf = (content: string | null | ContentPart[]): string | null =>
    Array.isArray(content) ? content.map((part) => (part.type === 'text' ? part.text : '')).join('') : content
  return { ...request, pictures, messages: messages.map((message) => ({ ...message, content: wordsOf(message.content) })) }
}

function findRequestError(url: string, { stream, messages, model }: LlmRequest & { stream?: boolean }): string | null {
  if (url !== '/v1/chat/completions') return `no such path: ${url}`
  if (stream !== true || !model) return 'a stream of a model is what is served here'
  const [first, ...rest] = messages
  if (first?.role !== 'system' || rest.some(({ role }) => role === 'system')) return 'one system message, and first'
  const talk = rest.filter(({ role }) => role !== 'tool')
  const alternate = talk.every(({ role }, i) => role === 'assistant' || talk[i - 1]?.role !== 'user') && talk[0]?.role === 'user'
  if (!alternate) return 'user and assistant must take turns, beginning with user'
  const asked = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id))
  const told = messages.flatMap(({ tool_call_id }) => tool_call_id ?? [])
  return asked.every((id) => told.includes(id)) ? null : 'a tool call without its result'
}

function sendError(response: ServerResponse, status: number, headers: Record<string, string>, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error: { message } }))
}

async function streamResponse(response: ServerResponse, body: LlmRequest, act: LlmDoubleResponse, n: number): Promise<void> {
  const { text = '', calls = [], until, fails, cost } = act
  if (until === 'forever') return
  await until
  if (typeof fails === 'object') {
    sendError(response, fails.status, fails.headers ?? {}, 'not now')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (fails === 'garbage') {
    response.end('data: {"choices": [{{{\n\ndata: <html>502</html>\n\n')
    return
  }
  const send = (delta: object, more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({
        id: `c${n}`,
        model: body.model,
        choices: [{ index: 0, delta, finish_reason: null }],
        ...more,
      })}\n\n`,
    )
  for (const word of text.match(/\s*\S+/g) ?? []) {
    send({ content: word })
    if (fails === 'cut') {
      response.destroy()
      return
    }
    if (fails === 'stop') {
      response.end()
      return
    }
  }
  calls.forEach(({ name, args }, index) => {
    const written = typeof args === 'string' ? args : JSON.stringify(args)
    send({ tool_calls: [{ index, id: `t${n}_${index}`, type: 'function', function: { name, arguments: '' } }] })
    const half = Math.ceil(written.length / 2)
    for (const piece of [written.slice(0, half), written.slice(half)])
      send({ tool_calls: [{ index, function: { arguments: piece } }] })
  })
  send({}, { choices: [{ index: 0, delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }] })
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, ...(cost === undefined ? {} : { cost }) }
  send({}, { choices: [], usage })
  response.end('data: [DONE]\n\n')
}
