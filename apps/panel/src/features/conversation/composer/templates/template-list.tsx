import type { MessageTemplate } from '@prosa/contract/entities/whatsapp/channel'
import { useState } from 'react'
import { TextField } from '../../../../shared/ui/inputs/text-field.tsx'
import { FilledTemplateText } from '../../../../shared/ui/templates/filled-template-text.tsx'
import { formatTemplateKind, formatTemplateTitle, searchTemplates } from '../../../../shared/ui/templates/template-labels.ts'

interface TemplateListProps {
  templates: readonly MessageTemplate[]
  /** Template whose form was shown last. It gets the focus when the list is shown again. */
  previousChoice: MessageTemplate | null
  onChoose: (template: MessageTemplate) => void
}

function TemplateSummary({ template }: { template: MessageTemplate }) {
  return (
    <>
      <span className="wrap-anywhere block font-semibold text-ui">{formatTemplateTitle(template)}</span>
      <span className="block text-ink-3 text-meta">{formatTemplateKind(template)}</span>
      <span className="wrap-anywhere mt-1 line-clamp-2 text-ink-2 text-ui">
        <FilledTemplateText text={template.body} part="body" />
      </span>
      {template.unsupported && <span className="mt-1 block text-ipe text-meta">{template.unsupported}</span>}
    </>
  )
}

const ITEM_CLASSES = 'block w-full rounded-control border border-line px-3 py-2 text-left'

export function TemplateList({ templates, previousChoice, onChoose }: TemplateListProps) {
  const [searchText, setSearchText] = useState('')
  const matches = searchTemplates(templates, searchText)
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Pesquisar modelo"
        type="search"
        autoComplete="off"
        value={searchText}
        onChange={({ target }) => setSearchText(target.value)}
      />
      <p role="status" className={matches.length > 0 ? 'sr-only' : 'text-ink-2 text-ui'}>
        {matches.length === 0
          ? 'Nenhum modelo com esse texto.'
          : `${matches.length} ${matches.length === 1 ? 'modelo' : 'modelos'}`}
      </p>
      <ul aria-label="Modelos" className="flex flex-col gap-2">
        {matches.map((template) => (
          <li key={`${template.name} ${template.language}`}>
            {template.unsupported ? (
              <div className={ITEM_CLASSES}>
                <TemplateSummary template={template} />
              </div>
            ) : (
              <button
                type="button"
                autoFocus={template === previousChoice}
                onClick={() => onChoose(template)}
                className={`${ITEM_CLASSES} hover:border-control hover:bg-hover`}
              >
                <TemplateSummary template={template} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
