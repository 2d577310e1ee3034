import type { MessageTemplate, TemplateText } from '@prosa/contract/entities/whatsapp/channel'
import { FILE_HEADER_FORMATS, type TemplateComponent, type WhatsappTemplate } from '@prosa/contract/entities/whatsapp/template'
import { extractPlaceholders } from '@prosa/contract/rules/whatsapp/template-text'
import { formatStopReason, formatUnavailableReason, getSendability } from './template-status.ts'
import type { TemplateRow } from './templates.ts'

/** Converts a template to the API format for the template management. */
export const presentTemplate = (row: TemplateRow): WhatsappTemplate => ({
  id: row.id,
  name: row.name,
  language: row.language,
  category: row.category,
  next_category: row.nextCategory,
  next_category_at: row.nextCategoryAt?.toISOString() ?? null,
  status: row.status,
  paused_until: row.pausedUntil?.toISOString() ?? null,
  reason: formatStopReason(row),
  quality: row.quality,
  components: row.components,
})

/**
 * Converts a template to the API format for sending it in a conversation. Returns null if the template is not approved yet or was deleted.
 */
export function presentTemplateForConversation(row: TemplateRow): MessageTemplate | null {
  const state = getSendability(row.status)
  if (state === 'waiting') return null
  const { name, language, category, components } = row
  const findComponent = (type: string) => components.find((component) => component.type.toUpperCase() === type)
  const header = findComponent('HEADER')
  const buttons = findComponent('BUTTONS')?.buttons ?? []
  const format = (header?.format ?? 'TEXT').toUpperCase()
  const isText = format === 'TEXT'
  const file = FILE_HEADER_FORMATS.find((kind) => kind.toUpperCase() === format) ?? null
  const isLocation = format === 'LOCATION'
  return {
    name,
    language,
    category,
    header: header && isText ? presentText(header.text) : null,
    body: presentText(findComponent('BODY')?.text),
    footer: findComponent('FOOTER')?.text ?? null,
    header_file: file,
    ...(isLocation ? { header_location: true } : {}),
    buttons: buttons.map(presentButton),
    unsupported: formatUnavailableReason(row) ?? (isText || file || isLocation ? null : UNSUPPORTED_HEADER),
  }
}

const UNSUPPORTED_HEADER = 'O cabeçalho deste modelo é de um tipo que ainda não se envia por aqui.'

function presentButton({
  type,
  text = '',
  url,
}: NonNullable<TemplateComponent['buttons']>[number]): MessageTemplate['buttons'][number] {
  const asks = url?.includes('{{') ? 'suffix' : type.toUpperCase() === 'COPY_CODE' ? 'code' : null
  return { type, text, ...(url ? { url } : {}), ...(asks ? { asks } : {}) }
}

const presentText = (text = ''): TemplateText => ({ text, places: extractPlaceholders(text) })
