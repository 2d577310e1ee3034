import { describe, expect, it } from 'vitest'
import { isYes } from '../intents/intents.ts'
import { parseMessages } from '../parse-messages.ts'
import { cleanUpText, normalizeText } from '../text/normalize-text.ts'
import { detectTeamMatters } from '../values/business-facts.ts'
import { extractBuildingUnit, stripBuildingUnit } from '../values/contact-data.ts'
import { isDateTimeOnly } from './date-time-only.ts'
import { extractDay } from './day.ts'
import { extractHour } from './hour.ts'

const FRIDAY_14H = new Date('2026-11-20T17:00:00Z')
const ZONE = 'America/Sao_Paulo'

describe('dates as they are typed', () => {
  it.each([
    ['não posso sábado, só segunda às 16h', 'segunda, 23/11', '16h'],
    ['trocar sabado por domingo', 'domingo, 22/11', null],
    ['mudar de sexta pra quinta as 10 da manha', 'quinta, 26/11', '10h'],
    ['sabado nao, domingo', 'domingo, 22/11', null],
    ['sabado, ops domingo', 'domingo, 22/11', null],
    ['hoje nao da, amanha de tarde', 'sábado, 21/11', 'à tarde'],
    ['nao posso de manha, so a tarde', null, 'à tarde'],
    ['dia 3 de dezembro às 8h', 'quinta, 03/12', '8h'],
    ['qui 10:30h', 'quinta, 26/11', '10h30'],
    ['hj 2 e meia da tarde', 'sexta, 20/11', '14h30'],
    ['lá pelas 4', null, '16h'],
    ['boa tarde, as 3 opções', null, null],
    ['vou ter que ver', null, null],
    ['faz 2 horas', null, null],
  ])('%j', (raw, day, hour) => {
    expect(extractDay(normalizeText(raw), FRIDAY_14H, ZONE)?.text ?? null).toBe(day)
    expect(extractHour(normalizeText(raw), false)?.text ?? null).toBe(hour)
  })

  it('knows a line that names a time and nothing else', () => {
    for (const only of ['dia 12 as 9', 'melhor domingo', 'muda pra 16h', 'pode ser amanhã de manhã'])
      expect(isDateTimeOnly(normalizeText(only), FRIDAY_14H, ZONE), only).toBe(true)
    for (const more of ['desde segunda', 'quero 2 quartos', 'sábado chego de viagem', 'oi'])
      expect(isDateTimeOnly(normalizeText(more), FRIDAY_14H, ZONE), more).toBe(false)
  })
})

describe('what a line is and is not', () => {
  it('a yes is whole, or holds nothing back', () => {
    for (const yes of ['sim, pode marcar amanhã', 'pode mandar sim', 'claro que sim', 'ok obrigada'])
      expect(isYes(normalizeText(yes)), yes).toBe(true)
    for (const no of ['sim, mas tá caro', 'quero pensar', 'tenho uma dúvida', 'pode explicar?', 'obrigada', 'o banco reprovou'])
      expect(isYes(normalizeText(no)), no).toBe(false)
  })

  it('reads a very long agreement to its end', () => {
    expect(isYes('pode sim '.repeat(220))).toBe(true)
    expect(isYes(`${'pode sim '.repeat(220)}x nao sei`)).toBe(false)
  })

  it('names what only the team knows, where something is asked', () => {
    expect(detectTeamMatters('posso usar fgts na entrada?', true)).toEqual(['o uso do FGTS', 'a entrada'])
    expect(detectTeamMatters(normalizeText('preciso da 2 via do boleto tbm'), false)).toEqual(['o boleto'])
    expect(detectTeamMatters('a entrada', false)).toEqual([])
  })

  it('cuts a question off the statement that it hangs on', () => {
    const { lines } = parseMessages([{ type: 'text', content: 'quero um ape na zona sul, posso usar FGTS?' }])
    expect(lines.map(({ raw, isQuestion }) => [raw, isQuestion])).toEqual([
      ['quero um ape na zona sul', false],
      ['posso usar FGTS?', true],
    ])
  })

  it('a flat is a place, never a number of a contract', () => {
    expect(extractBuildingUnit(normalizeText('bloco b apto 304'))).toBe('bloco B, apartamento 304')
    expect(extractBuildingUnit(normalizeText('apartamento 2 quartos'))).toBeNull()
    expect(stripBuildingUnit(normalizeText('contrato 77 do apto 52')).trim()).toBe('contrato 77 do')
  })
})

describe('tidy', () => {
  it.each([
    ['kero um ape c/ 2 quartos pq n tenho condominio', 'quero um apê c/ 2 quartos porque não tenho condomínio'],
    ['TO COM PROBLEMA NO BOLETO!!!', 'estou com problema no boleto!'],
    ['vcs atendem hj?? kkkk 😂', 'vocês atendem hoje?'],
    ['Ana Paula, do RH', 'Ana Paula, do RH'],
  ])('%j', (raw, written) => {
    expect(cleanUpText(raw)).toBe(written)
  })
})
