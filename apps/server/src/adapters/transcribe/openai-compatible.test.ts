import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TranscriptionFailure } from '../../platform/external-services/transcriber.ts'
import { type LlmDouble, openLlmDouble } from '../../testing/doubles/llm/llm-double.ts'
import { createTranscriber } from './openai-compatible.ts'

let double: LlmDouble
beforeAll(async () => {
  double = await openLlmDouble()
})
afterAll(() => double.close())
beforeEach(() => {
  double.sounds.length = 0
})

const bytes = new Blob(['OggS and more'])
const sound = (more: object = {}) => ({ bytes, filename: 'voz.ogg', prompt: '', signal: new AbortController().signal, ...more })
const settings = () => ({ baseUrl: double.url, apiKey: 'sk-test', model: 'test-whisper', price: null })

describe('a transcriber', () => {
  it('asks for Portuguese, with times and names, and reads them', async () => {
    double.transcribe(() => ({
      text: ' Quero o de três quartos. Quanto é?',
      language: 'portuguese',
      duration: 4.2,
      segments: [
        { start: 0, end: 2.5, text: ' Quero o de três quartos.', no_speech_prob: 0.02 },
        { start: 2.5, end: 4.2, text: ' Quanto é?', no_speech_prob: 0.01 },
      ],
    }))
    const heard = await createTranscriber(settings()).transcribe(sound({ prompt: 'Residencial Aurora' }))
    expect(heard).toMatchObject({ language: 'portuguese', duration: 4.2, segments: [{ start: 0, noSpeech: 0.02 }, { end: 4.2 }] })
    expect(double.sounds).toMatchObject([
      { model: 'test-whisper', language: 'pt', format: 'verbose_json', filename: 'voz.ogg', prompt: 'Residencial Aurora' },
    ])
  })

  it('that gives no times is asked for the text alone, and from then on at once', async () => {
    double.transcribe(() => ({ text: 'Oi', jsonOnly: true }))
    const transcriber = createTranscriber(settings())
    for (const _ of [1, 2])
      expect(await transcriber.transcribe(sound())).toEqual({ text: 'Oi', language: null, duration: null, segments: [] })
    expect(double.sounds.map(({ format }) => format)).toEqual(['verbose_json', 'json', 'json'])
  })

  it('that refuses says whether it may be asked again', async () => {
    const kinds: Record<number, string> = { 401: 'never', 413: 'never', 429: 'later', 500: 'later' }
    for (const [status, kind] of Object.entries(kinds)) {
      double.transcribe(() => ({ fails: { status: Number(status) } }))
      const refused = createTranscriber(settings()).transcribe(sound())
      await expect(refused).rejects.toThrow(TranscriptionFailure)
      await expect(refused).rejects.toMatchObject({ kind })
    }
  })

  it('that says nothing is given up, and nobody to be found is a failure too', async () => {
    double.transcribe(() => ({ until: 'forever' }))
    await expect(createTranscriber(settings(), 50).transcribe(sound())).rejects.toMatchObject({ kind: 'later' })
    const nowhere = createTranscriber({ ...settings(), baseUrl: 'http://127.0.0.1:1/v1' })
    await expect(nowhere.transcribe(sound())).rejects.toMatchObject({ kind: 'later' })
  })

  it('stops when it is told to', async () => {
    double.transcribe(() => ({ until: 'forever' }))
    const stop = new AbortController()
    const asked = createTranscriber(settings()).transcribe(sound({ signal: stop.signal }))
    stop.abort(new Error('closing'))
    await expect(asked).rejects.toThrow('closing')
  })
})
