import type { MessageTemplate, TemplateText } from '@prosa/contract/entities/whatsapp/channel'
import { fillTemplatePlaceholders } from '@prosa/contract/rules/whatsapp/template-text'

/** Display texts of message templates. Pure functions. */

const toSentenceCase = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toLocaleUpperCase('pt-BR') + words.slice(1)
}

export const formatTemplateTitle = ({ name }: Pick<MessageTemplate, 'name'>): string => toSentenceCase(name)

const CATEGORY_LABELS: Readonly<Record<string, string>> = {
  MARKETING: 'Marketing',
  UTILITY: 'Utilidade',
  AUTHENTICATION: 'Autenticação',
}

const languageNames = new Intl.DisplayNames('pt-BR', { type: 'language' })

/** Returns the display name of a template category. An unknown category is returned as received, in sentence case. */
export const getCategoryName = (category: string): string => CATEGORY_LABELS[category] ?? toSentenceCase(category.toLowerCase())

/** Returns the display name of a language: 'português (Brasil)' for `pt_BR`. */
export const getLanguageName = (language: string): string => {
  const tag = language.replaceAll('_', '-')
  return (/^[a-z]{2,3}(-[a-z]{2,4})?$/i.test(tag) ? languageNames.of(tag) : undefined) ?? language
}

/** Formats 'Utilidade · português (Brasil)'. Unknown values are shown as received. */
export const formatTemplateKind = ({ category, language }: Pick<MessageTemplate, 'category' | 'language'>): string =>
  [category && getCategoryName(category), getLanguageName(language)].filter(Boolean).join(' · ')

/** Returns the label of a placeholder: its name if the template gives one, otherwise its number. */
export const getPlaceholderLabel = (placeholderName: string, part: 'header' | 'body'): string => {
  const label = /^\d+$/.test(placeholderName) ? `Campo ${placeholderName}` : toSentenceCase(placeholderName)
  return part === 'header' ? `${label} (título)` : label
}

/** Splits a template's text into literal text and placeholder values. A placeholder without a value shows its label. */
export const splitTemplateText = (
  text: TemplateText,
  values: readonly string[],
  part: 'header' | 'body',
): { text: string; isEmpty: boolean }[] =>
  fillTemplatePlaceholders(
    text,
    text.places.map((name, index) => values[index] || `\u0000${getPlaceholderLabel(name, part)}\u0000`),
  )
    .split('\u0000')
    .map((piece, index) => ({ text: piece, isEmpty: index % 2 === 1 }))

const removeAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns the templates whose name or text contains the typed text, ignoring accents. */
export const searchTemplates = (templates: readonly MessageTemplate[], search: string): readonly MessageTemplate[] => {
  const normalizedSearch = removeAccents(search.trim())
  return templates.filter((template) =>
    removeAccents(
      `${template.name} ${formatTemplateTitle(template)} ${template.header?.text ?? ''} ${template.body.text}`,
    ).includes(normalizedSearch),
  )
}
