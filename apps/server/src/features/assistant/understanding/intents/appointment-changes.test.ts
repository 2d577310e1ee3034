import { describe, expect, it } from 'vitest'
import { detectFarewell, maskFarewells } from '../dates/mentions.ts'
import { normalizeText } from '../text/normalize-text.ts'
import { detectAppointmentChanges } from './appointment-changes.ts'

/** Messages, with their effect on an appointment; empty for none. */
const MEANT: Readonly<Record<string, string>> = {
  'ah lembrei que tenho um cachorro, pode?': '',
  'lembrei que vou precisar de 2 vagas': '',
  'lembrei que tenho dentista na quinta': 'cancelIt',
  'nao vou mais de carro, tem metro perto?': '',
  'nao posso ir de carro': '',
  'não vou poder pagar a entrada': '',
  'nao vou poder amanha levar os documentos': '',
  'é q quero mudar pra lá em janeiro': '',
  'vou mudar para um apartamento': '',
  'quero mudar de casa': '',
  'vou passar pra minha esposa o endereço': '',
  'me passa o horario de vocês': '',
  'outro dia passei na frente': '',
  'nao precisa remarcar': '',
  'nao vou cancelar, fica tranquilo': '',
  'cancela nao, foi engano': '',
  'e se eu precisar cancelar a visita?': '',
  'quero cancelar minha assinatura': '',
  'posso pagar antecipado': '',
  'nao precisa': '',
  'não precisa mais': 'cancelIt',
  'acho q vou desistir': 'cancelIt',
  desisto: 'cancelIt',
  cancela: 'cancelIt',
  'não vou conseguir ir': 'cancel',
  'nao consigo mais ir': 'cancel',
  'nao vou poder na quinta': 'cancel',
  'nao vai dar amanha': 'cancel',
  'nao vou na visita': 'cancel',
  'tive um imprevisto, n vai dar pra ir': 'cancel',
  'vou suspender a consulta': 'cancel',
  'vou me atrasar, melhor desmarcar': 'cancel,late',
  'não vou poder ir na quinta remarca pra sexta': 'cancel,reschedule',
  'se der, remarca pra sexta': 'reschedule',
  'preciso trocar o horario': 'reschedule',
  'tem como ser mais cedo?': 'reschedule',
  'passa a visita pra quinta': 'reschedule',
  'mudar de sexta pra quinta as 10 da manha': 'reschedule',
  'trocar sabado por domingo': 'reschedule',
  'vamos deixar pra quarta': 'reschedule',
  'pode ser outro dia?': 'reschedule',
}

describe('PROV-07 what a line means for an appointment', () => {
  it.each(Object.entries(MEANT))('“%s”: %s', (said, meant) => {
    expect(detectAppointmentChanges(normalizeText(said)).join(',')).toBe(meant)
  })
})

describe('PROV-07 a day in a wish or a goodbye is no date', () => {
  it.each([
    'bom domingo!',
    'bom fds',
    'ótima sexta',
    'boa segunda pra vc',
    'até amanhã',
    'obrigada, até segunda!',
    'nos vemos quinta',
  ])('“%s”', (said) => {
    expect(detectFarewell(normalizeText(said))).not.toBeNull()
    expect(maskFarewells(normalizeText(said))).not.toMatch(/domingo|semana|segunda|quinta|sexta|amanha/)
  })

  it.each(['fica bom sabado', 'bom, sabado as 10', 'posso até sexta', 'até terça as 15h', 'ta bom segunda', 'boa, quinta entao'])(
    'but “%s” is one',
    (said) => {
      expect(maskFarewells(normalizeText(said))).toBe(normalizeText(said))
    },
  )
})
