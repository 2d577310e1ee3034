import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { ModelRequest, ModelUsage } from '../../platform/external-services/language-model.ts'
import { createLogger } from '../../platform/logging/logger.ts'
import { type LlmDouble, type LlmDoubleResponse, openLlmDouble } from '../../testing/doubles/llm/llm-double.ts'
import { createLanguageModel } from './openai-compatible.ts'

let double: LlmDouble
let ran: unknown[]
let spent: ModelUsage[]
const note = {
  name: 'note',
  description: 'Anota.',
  input: z.object({ what: z.string() }),
  run: async (input: unknown) => {
    ran.push(input)
    return 'anotado'
  },
}

beforeAll(async () => {
  double = await openLlmDouble()
})
afterAll(() => double.close())
beforeEach(() => {
  double.requests.length = 0
  ran = []
  spent = []
})

const NOW = { status: 429, headers: { 'retry-after-ms': '1' } }
const model = (over: object = {}) =>
  createLanguageModel(
    {
      baseUrl: double.url,
      apiKey: 'sk-test',
      model: 'test-model',
      models: ['test-model', 'other/model-2'],
      prices: null,
      vision: 'auto',
      ...over,
    },
    { callMs: 400, totalMs: 5_000 },
  )
const ask = (acts: LlmDoubleResponse[], request: Partial<ModelRequest> = {}, over: object = {}) => {
  double.behave((_request, n) => acts[Math.min(n, acts.length - 1)] ?? {})
  return model(over).generateAnswer({
    model: null,
    instructions: 'Seja breve.',
    messages: [{ role: 'user', content: 'Oi' }],
    tools: [note],
    maxToolCalls: 5,
    onUsage: (call) => spent.push(call),
    signal: new AbortController().signal,
    ...request,
  })
}

describe('an OpenAI-compatible endpoint', () => {
  it('PROV-06 answers by stream after the tools it asked for, with the tokens of every call', async () => {
    const answer = await ask([{ calls: [{ name: 'note', args: { what: 'x' } }] }, { text: 'Tudo certo por aqui.' }])
    expect(answer).toEqual({ text: 'Tudo certo por aqui.', model: 'test-model' })
    expect(spent).toEqual([1, 2].map(() => ({ inputTokens: 100, outputTokens: 20, cost: null })))
    expect(ran).toEqual([{ what: 'x' }])
    expect(double.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'anotado' })
    expect(double.requests[0]?.messages[0]).toEqual({ role: 'system', content: 'Seja breve.' })
  })

  it('PROV-06 asks the agent’s own model, and keeps what it cost: as told, else by the configured prices', async () => {
    await ask([{ text: 'a' }], { model: 'other/model-2' })
    expect(double.requests[0]?.model).toBe('other/model-2')
    await ask([{ text: 'a' }], { model: 'not-allowed' })
    expect(double.requests[1]?.model).toBe('test-model')
    await ask([{ text: 'a' }], {}, { prices: { input: 10, output: 50 } })
    expect(spent.at(-1)?.cost).toBeCloseTo(0.002)
    await ask([{ text: 'a', cost: 0.5 }], {}, { prices: { input: 10, output: 50 } })
    expect(spent.at(-1)?.cost).toBe(0.5)
  })

  it('carries out five calls, refuses the sixth, and makes the model speak', async () => {
    const calls = Array.from({ length: 8 }, (_, i) => ({ name: 'note', args: { what: String(i) } }))
    const answer = await ask([{ calls }, { text: 'Pronto.' }])
    expect(ran).toHaveLength(5)
    expect(answer.text).toBe('Pronto.')
    expect(double.requests[1]?.tools ?? []).toEqual([])
  })

  it('ends although the model only ever asks for tools', async () => {
    const answer = await ask([{ calls: [{ name: 'note', args: { what: 'x' } }] }])
    expect(answer.text).toBe('')
    expect(double.requests.length).toBeLessThanOrEqual(7)
    expect(ran.length).toBeLessThanOrEqual(5)
  })

  it('mends arguments that are nearly JSON; tells the model of those that are not, and of tools that there are not', async () => {
    await ask([{ calls: [{ name: 'note', args: '```json\n{"what": "y",}\n```' }] }, { text: 'ok' }])
    expect(ran).toEqual([{ what: 'y' }])
    const answer = await ask([
      {
        calls: [
          { name: 'note', args: '{"what": 5}' },
          { name: 'list_leads', args: {} },
        ],
      },
      { text: 'Desculpe.' },
    ])
    expect(ran).toHaveLength(1)
    expect(answer.text).toBe('Desculpe.')
  })

  it.each<[string, LlmDoubleResponse]>([
    ['429 with Retry-After', { fails: NOW }],
    ['5xx', { fails: { status: 503, headers: { 'retry-after-ms': '1' } } }],
    ['a stream that is cut', { text: 'um dois três', fails: 'cut' }],
    ['a stream that ends without a reason', { text: 'um dois três', fails: 'stop' }],
    ['garbage', { fails: 'garbage' }],
    ['a model that hangs', { until: 'forever' }],
  ])('tries again after %s', async (_what, act) => {
    expect((await ask([act, { text: 'Agora sim.' }])).text).toBe('Agora sim.')
    expect(double.requests).toHaveLength(2)
  })

  it.each<[string, LlmDoubleResponse, string]>([
    ['only refuses', { fails: NOW }, 'unavailable'],
    ['only hangs', { until: 'forever' }, 'unavailable'],
    ['only breaks off', { text: 'um dois', fails: 'stop' }, 'unavailable'],
  ])('gives up on a model that %s', async (_what, act, kind) => {
    await expect(ask([act])).rejects.toMatchObject({ name: 'ModelFailure', kind })
    expect(double.requests.length).toBeLessThanOrEqual(6)
  })

  it('does not insist where it is refused for good', async () => {
    await expect(ask([{ text: 'x' }], {}, { apiKey: 'wrong' })).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(ask([{ fails: { status: 400 } }])).rejects.toMatchObject({ kind: 'unavailable' })
    expect(double.requests).toHaveLength(1)
  })

  it.each<[string, LlmDoubleResponse, RegExp]>([
    ['an answer that cannot be read', { fails: 'garbage' }, /html|\{\{\{/],
    ['a refusal', { fails: { status: 400 } }, /not now/],
  ])('no log quotes what came back, after %s', async (_what, act, words) => {
    const lines: string[] = []
    const log = createLogger('warn', { write: (line) => lines.push(line) })
    await ask([act]).catch((err: unknown) => log.warn({ err }, 'a model did not answer'))
    expect(lines.join('')).toMatch(/The model did not answer: AI_\w+/)
    expect(lines.join('')).not.toMatch(words)
  })

  it('counts what an answer took before it came to nothing', async () => {
    const tool = { calls: [{ name: 'note', args: { what: 'x' } }] }
    await expect(ask([tool, { fails: { status: 400 } }])).rejects.toMatchObject({ kind: 'unavailable' })
    expect(spent.map(({ inputTokens }) => inputTokens)).toEqual([100])
  })

  it('stops at once when it is called off', async () => {
    const off = new AbortController()
    const before = double.abandoned
    const asked = ask([{ until: 'forever' }], { signal: off.signal })
    await expect.poll(() => double.requests.length).toBe(1)
    off.abort(new Error('paused'))
    await expect(asked).rejects.toThrow('paused')
    await expect.poll(() => double.abandoned).toBe(before + 1)
  })
})
