import type { MessageTemplate, TemplateText } from '@prosa/contract/entities/channel'
import { FILE_HEADERS, type TemplateComponent, type WhatsappTemplate } from '@prosa/contract/entities/template'
import { placesOf } from '@prosa/contract/rules/template-text'
import { inState, reasonInWords, whyNotChosen } from './template-words.ts'
import type { TemplateRow } from './templates.ts'

/** Converts a row to the contract's format, for managing an account's templates. */
export const presentTemplate = (row: TemplateRow): WhatsappTemplate => ({
  id: row.id,
  name: row.name,
  language: row.language,
  category: row.category,
  next_category: row.nextCategory,
  next_category_at: row.nextCategoryAt?.toISOString() ?? null,
  status: row.status,
  paused_until: row.pausedUntil?.toISOString() ?? null,
  reason: reasonInWords(row),
  quality: row.quality,
  components: row.components,
})

/** Converts a row to the contract's format, for sending it in a conversation. Returns null if it is not displayed there. */
export function forConversation(row: TemplateRow): MessageTemplate | null {
  const state = inState(row.status)
  if (state === 'waiting') return null
  const { name, language, category, components } = row
  const part = (type: string) => components.find((component) => component.type.toUpperCase() === type)
  const header = part('HEADER')
  const buttons = part('BUTTONS')?.buttons ?? []
  const format = (header?.format ?? 'TEXT').toUpperCase()
  const isText = format === 'TEXT'
  const file = FILE_HEADERS.find((kind) => kind.toUpperCase() === format) ?? null
  const isPlace = format === 'LOCATION'
  return {
    name,
    language,
    category,
    header: header && isText ? textOf(header.text) : null,
    body: textOf(part('BODY')?.text),
    footer: part('FOOTER')?.text ?? null,
    header_file: file,
    ...(isPlace ? { header_location: true } : {}),
    buttons: buttons.map(buttonOf),
    unsupported: whyNotChosen(row) ?? (isText || file || isPlace ? null : OTHER_HEADER),
  }
}

const OTHER_HEADER = 'O cabeçalho deste modelo é de um tipo que ainda não se envia por aqui.'

function buttonOf({
  type,
  text = '',
  url,
}: NonNullable<TemplateComponent['buttons']>[number]): MessageTemplate['buttons'][number] {
  const asks = url?.includes('{{') ? 'suffix' : type.toUpperCase() === 'COPY_CODE' ? 'code' : null
  return { type, text, ...(url ? { url } : {}), ...(asks ? { asks } : {}) }
}

const textOf = (text = ''): TemplateText => ({ text, places: placesOf(text) })
