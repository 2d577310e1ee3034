import type { MessageTemplate, TemplateText } from '@prosa/contract/entities/channel'
import { placesOf, templateWording } from '@prosa/contract/rules/template-text'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import type { OutgoingTemplate, ProviderTemplate } from '../../../kernel/whatsapp.ts'
import { meaningOf } from './error-codes.ts'
import { accountOf, type NumberRow } from './numbers.ts'

const KEPT_MS = 60_000

/** Reads a number's approved templates, asking Meta at most once a minute for each. */
export type ReadTemplates = (number: NumberRow) => Promise<readonly MessageTemplate[]>

/** @throws 503 while Meta does not answer, 400 with the reason when it refuses */
export function templateReader(deps: Pick<Deps, 'config' | 'whatsapp'>): ReadTemplates {
  const kept = new LRUCache<string, readonly MessageTemplate[]>({ max: 1_000, ttl: KEPT_MS })
  return async (number) => {
    const key = `${number.tenantId}:${number.id}:${number.updatedAt.getTime()}`
    const known = kept.get(key)
    if (known) return known
    const answer = await deps.whatsapp.listTemplates(accountOf(deps, number))
    if (answer.kind === 'unreachable') throw errors.unavailable()
    if (answer.kind === 'refused') throw errors.invalid(meaningOf(answer.code).reason)
    const templates = answer.value.map(presentTemplate)
    kept.set(key, templates)
    return templates
  }
}

/** Meta's template → contract. */
function presentTemplate({ name, language, category, components }: ProviderTemplate): MessageTemplate {
  const part = (type: string) => components.find((component) => component.type.toUpperCase() === type)
  const header = part('HEADER')
  const buttons = part('BUTTONS')?.buttons ?? []
  const isText = (header?.format ?? 'TEXT').toUpperCase() === 'TEXT'
  const unsupported = !isText
    ? 'O cabeçalho deste modelo leva um arquivo, que ainda não se envia por aqui.'
    : buttons.some(({ url }) => url?.includes('{{'))
      ? 'Um botão deste modelo leva um endereço a preencher, que ainda não se envia por aqui.'
      : null
  return {
    name,
    language,
    category,
    header: header && isText ? textOf(header.text) : null,
    body: textOf(part('BODY')?.text),
    footer: part('FOOTER')?.text ?? null,
    buttons: buttons.map(({ type, text }) => ({ type, text: text ?? '' })),
    unsupported,
  }
}

function textOf(text = ''): TemplateText {
  return { text, places: placesOf(text) }
}

/**
 * A template with its places filled: what Meta is to be sent, and the wording that people read.
 * @throws 400 when values are missing or too many, or the template cannot be sent
 */
export function fillTemplate(
  template: MessageTemplate,
  given: { header?: readonly string[] | undefined; body?: readonly string[] | undefined },
): { outgoing: OutgoingTemplate; wording: string } {
  if (template.unsupported) throw errors.invalid(template.unsupported)
  const header = valuesOf(template.header?.places ?? [], given.header ?? [], 'header')
  const body = valuesOf(template.body.places, given.body ?? [], 'body')
  return {
    outgoing: { name: template.name, language: template.language, category: template.category, header, body },
    wording: templateWording(template, { header: given.header ?? [], body: given.body ?? [] }),
  }
}

function valuesOf(places: readonly string[], given: readonly string[], field: string): OutgoingTemplate['body'] {
  if (given.length !== places.length) {
    const message = `Este modelo tem ${places.length} ${places.length === 1 ? 'campo' : 'campos'} a preencher.`
    throw errors.invalid(message, { [field]: message })
  }
  return places.map((place, index) => ({ name: /^\d+$/.test(place) ? null : place, value: given[index] ?? '' }))
}
