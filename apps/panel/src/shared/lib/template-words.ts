import type { MessageTemplate, TemplateText } from '@prosa/contract/entities/channel'
import { fillPlaces } from '@prosa/contract/rules/template-text'

/** Templates as people read them. Pure. */

const sentence = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toLocaleUpperCase('pt-BR') + words.slice(1)
}

export const templateTitle = ({ name }: Pick<MessageTemplate, 'name'>): string => sentence(name)

const CATEGORIES: Readonly<Record<string, string>> = {
  MARKETING: 'Marketing',
  UTILITY: 'Utilidade',
  AUTHENTICATION: 'Autenticação',
}

const languages = new Intl.DisplayNames('pt-BR', { type: 'language' })

/** A category as people read it; one that is not known reads as it came. */
export const categoryName = (category: string): string => CATEGORIES[category] ?? sentence(category.toLowerCase())

/** 'português (Brasil)' for `pt_BR`. */
export const languageName = (language: string): string => {
  const tag = language.replaceAll('_', '-')
  return (/^[a-z]{2,3}(-[a-z]{2,4})?$/i.test(tag) ? languages.of(tag) : undefined) ?? language
}

/** 'Utilidade · português (Brasil)'; what is not known reads as it came. */
export const templateKind = ({ category, language }: Pick<MessageTemplate, 'category' | 'language'>): string =>
  [category && categoryName(category), languageName(language)].filter(Boolean).join(' · ')

/** What a place asks for: its name where the template gives it one, else its number. */
export const placeLabel = (place: string, part: 'header' | 'body'): string => {
  const label = /^\d+$/.test(place) ? `Campo ${place}` : sentence(place)
  return part === 'header' ? `${label} (título)` : label
}

/** A template's text in pieces: what is written in it and what fills its places; one that nothing fills yet has its label. */
export const pieces = (
  text: TemplateText,
  values: readonly string[],
  part: 'header' | 'body',
): { text: string; isEmpty: boolean }[] =>
  fillPlaces(
    text,
    text.places.map((name, at) => values[at] || `\u0000${placeLabel(name, part)}\u0000`),
  )
    .split('\u0000')
    .map((piece, at) => ({ text: piece, isEmpty: at % 2 === 1 }))

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Those whose name or text holds what was typed, whatever its accents. */
export const searchTemplates = (templates: readonly MessageTemplate[], typed: string): readonly MessageTemplate[] => {
  const wanted = plain(typed.trim())
  return templates.filter((template) =>
    plain(`${template.name} ${templateTitle(template)} ${template.header?.text ?? ''} ${template.body.text}`).includes(wanted),
  )
}
