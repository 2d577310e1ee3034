import { TEMPLATE_CATEGORIES } from '@prosa/contract/rules/whatsapp/template-draft'
import { Select } from '../../../shared/ui/inputs/select.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { getCategoryName, getLanguageName } from '../../../shared/ui/templates/template-labels.ts'
import { type TemplateEditorState, toTemplateName } from './use-template-editor.ts'

const LANGUAGES = ['pt_BR', 'pt_PT', 'en_US', 'es', 'es_AR', 'es_MX', 'fr', 'it', 'de']

interface TemplateGeneralFieldsProps {
  editor: TemplateEditorState
  isNew: boolean
  /** Whether Meta has approved the template. Its category cannot be changed then. */
  isApproved: boolean
}

/** Fields for a template's name, category and language. */
export function TemplateGeneralFields({ editor: { draft, change, getError }, isNew, isApproved }: TemplateGeneralFieldsProps) {
  const languages = LANGUAGES.includes(draft.language) ? LANGUAGES : [draft.language, ...LANGUAGES]
  return (
    <>
      <TextField
        name="name"
        label="Nome"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={!isNew}
        value={draft.name}
        onChange={({ target }) => change({ name: toTemplateName(target.value) })}
        description={isNew ? 'Só a equipe vê. Não muda depois.' : 'O nome e o idioma de um modelo não mudam.'}
        error={getError('name')}
        required={isNew}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          name="language"
          label="Idioma"
          disabled={!isNew}
          options={languages.map((value) => ({ value, label: getLanguageName(value) }))}
          value={draft.language}
          onChange={({ target }) => change({ language: target.value })}
          error={getError('language')}
        />
        <Select
          name="category"
          label="Categoria"
          disabled={isApproved}
          options={TEMPLATE_CATEGORIES.map((value) => ({ value, label: getCategoryName(value) }))}
          value={draft.category}
          onChange={({ target }) => change({ category: target.value === 'MARKETING' ? 'MARKETING' : 'UTILITY' })}
          description={
            draft.category === 'MARKETING'
              ? 'Oferta, novidade ou convite. Custa mais.'
              : 'Sobre algo que o lead já pediu. Se parecer propaganda, a Meta muda para Marketing.'
          }
          error={getError('category')}
        />
      </div>
    </>
  )
}
