import { expect, it } from 'vitest'
import { isSilentAudio } from './is-silent-audio.ts'
import PHANTOMS from './phantoms.json' with { type: 'json' }

const said = (text: string, ...noSpeech: number[]) => ({
  text,
  segments: noSpeech.map((each, at) => ({ start: at, end: at + 1, text, noSpeech: each })),
})

it.each(PHANTOMS)('HEAR-08 “%s” is nobody’s words: alone, twice, in capitals, with other marks', (phantom) => {
  for (const text of [phantom, `${phantom} ${phantom}.`, phantom.toUpperCase(), ` ${phantom}...`])
    expect(isSilentAudio(said(text))).toBe(true)
})

it('HEAR-08 nothing written down is silence, and so are sounds in which surely nobody speaks', () => {
  expect(isSilentAudio(said(' … '))).toBe(true)
  expect(isSilentAudio(said('Quero o de três quartos', 0.7, 0.61))).toBe(true)
})

it('HEAR-08 who says anything else is heard, also beside a phantom', () => {
  expect(isSilentAudio(said('Quero o de três quartos', 0.7, 0.3))).toBe(false)
  expect(isSilentAudio(said('Obrigado por assistir. Quero o de três quartos.'))).toBe(false)
  expect(isSilentAudio(said('Obrigado'))).toBe(false)
  expect(isSilentAudio(said('Tchau'))).toBe(false)
})
