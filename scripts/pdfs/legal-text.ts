import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'

const LEGAL_FOLDER = join(root, 'docs/legal')

/** Legal documents that the panel links to, by the name of their source file. */
export const LEGAL_DOCUMENTS = ['politica-de-privacidade', 'termos-de-servico'] as const
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number]

export const getPdfPath = (name: LegalDocument): string => join(root, 'apps/panel/public', `${name}.pdf`)

/**
 * Replaces placeholders such as `{{name}}` with the operator's data.
 * @throws if a placeholder has no value
 */
export const replacePlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`docs/legal/organizacao.json has no "${name}"`)
    return value
  })

/** Returns the text of a legal document with the operator's data filled in. */
export const readLegalText = (name: LegalDocument): string => {
  const values = JSON.parse(readFileSync(join(LEGAL_FOLDER, 'organizacao.json'), 'utf8')) as Record<string, string>
  return replacePlaceholders(readFileSync(join(LEGAL_FOLDER, `${name}.md`), 'utf8'), values)
}

/** Returns a hash of a legal document's text and of the code that renders it, to detect an outdated PDF. */
export const hashLegalDocument = (name: LegalDocument): string =>
  createHash('sha256')
    .update(readLegalText(name))
    .update(readFileSync(join(import.meta.dirname, 'render-pdf.ts')))
    .digest('hex')
