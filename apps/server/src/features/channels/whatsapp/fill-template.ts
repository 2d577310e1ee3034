import type { SentLocation } from '@prosa/contract/entities/carried'
import type { MessageTemplate } from '@prosa/contract/entities/channel'
import type { FileHeader } from '@prosa/contract/entities/template'
import { headerPlaceProblems, tidyPlace } from '@prosa/contract/rules/place'
import { TEMPLATE } from '@prosa/contract/rules/template-problems'
import { templateWording } from '@prosa/contract/rules/template-text'
import { errors } from '../../../kernel/errors.ts'
import type { OutgoingTemplate } from '../../../kernel/whatsapp.ts'

/** Values with which a user fills a template. */
export interface Given {
  header?: readonly string[] | undefined
  body?: readonly string[] | undefined
  header_file_id?: string | undefined
  header_location?: SentLocation | undefined
  buttons?: readonly { index: number; value: string }[] | undefined
}

interface Filled {
  /** The request to Meta. */
  outgoing: OutgoingTemplate
  /** The complete text for display. */
  wording: string
  /** File in the header. */
  file: { id: string; as: FileHeader } | null
  /** Place in the header. */
  place: SentLocation | null
}

const NO_FILE = 'Escolha o arquivo do cabeçalho.'
const NOT_ASKED = 'Este modelo não leva arquivo.'
const NO_PLACE = 'Escolha o lugar do cabeçalho.'
const NO_PLACE_ASKED = 'Este modelo não leva um lugar.'
const OPEN = 'Preencha todos os campos do modelo.'
const LONG_CODE = `O código tem no máximo ${TEMPLATE.code} caracteres.`

/**
 * Fills the placeholders of a template. @throws 400 if values, file or place are missing or superfluous, or if the template cannot be sent
 */
export function fillTemplate(template: MessageTemplate, given: Given): Filled {
  const { name, language, category, unsupported, header_file: as } = template
  if (unsupported) throw errors.invalid(unsupported)
  const header = valuesOf(template.header?.places ?? [], given.header ?? [], 'header')
  const body = valuesOf(template.body.places, given.body ?? [], 'body')
  const buttons = buttonsOf(template, given.buttons ?? [])
  const { header_file_id: id } = given
  if (as && id === undefined) throw errors.invalid(NO_FILE, { header_file_id: NO_FILE })
  if (!as && id !== undefined) throw errors.invalid(NOT_ASKED, { header_file_id: NOT_ASKED })
  return {
    outgoing: { name, language, category: category ?? null, header, body, ...(buttons.length > 0 ? { buttons } : {}) },
    wording: templateWording(template, { header: given.header ?? [], body: given.body ?? [] }),
    file: as && id !== undefined ? { id, as } : null,
    place: placeOf(template, given.header_location),
  }
}

function placeOf({ header_location: asks }: MessageTemplate, given: SentLocation | undefined): SentLocation | null {
  if (!asks && !given) return null
  if (!asks) throw errors.invalid(NO_PLACE_ASKED, { header_location: NO_PLACE_ASKED })
  const wrong = given ? headerPlaceProblems(given)[0]?.message : NO_PLACE
  if (wrong || !given) throw errors.invalid(wrong ?? NO_PLACE, { header_location: wrong ?? NO_PLACE })
  return tidyPlace(given)
}

function valuesOf(places: readonly string[], given: readonly string[], field: string): OutgoingTemplate['body'] {
  if (given.length !== places.length) {
    const message = `Este modelo tem ${places.length} ${places.length === 1 ? 'campo' : 'campos'} a preencher.`
    throw errors.invalid(message, { [field]: message })
  }
  return places.map((place, index) => ({ name: /^\d+$/.test(place) ? null : place, value: given[index] ?? '' }))
}

function buttonsOf({ buttons }: MessageTemplate, given: NonNullable<Given['buttons']>): NonNullable<OutgoingTemplate['buttons']> {
  const asking = buttons.flatMap(({ asks }, index) => (asks ? [{ index, asks }] : []))
  const isAll = asking.length === given.length && asking.every(({ index }) => given.some((one) => one.index === index))
  if (!isAll) throw errors.invalid(OPEN, { buttons: OPEN })
  return asking.map(({ index, asks }) => {
    const { value } = given.find((one) => one.index === index) ?? { value: '' }
    if (asks === 'code' && value.length > TEMPLATE.code) throw errors.invalid(LONG_CODE, { buttons: LONG_CODE })
    return { index, kind: asks === 'code' ? 'copy_code' : 'url', value }
  })
}
