import type { TemplateButton } from '@prosa/contract/rules/whatsapp/template-draft'
import { TEMPLATE_LIMITS } from '@prosa/contract/rules/whatsapp/template-problems'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import { removeAt, replaceAt } from '../../../shared/lists/replace-at.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { IconButton } from '../../../shared/ui/buttons/icon-button.tsx'
import { AlertGlyph } from '../../../shared/ui/inputs/glyphs.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import type { TemplateEditorState } from './use-template-editor.ts'

type ButtonKind = TemplateButton['type']

const BUTTON_KIND_LABELS: Readonly<Record<ButtonKind, string>> = {
  QUICK_REPLY: 'Resposta rápida',
  URL: 'Endereço',
  PHONE_NUMBER: 'Ligar',
  COPY_CODE: 'Copiar código',
}
const EMPTY_BUTTONS: Readonly<Record<ButtonKind, TemplateButton>> = {
  QUICK_REPLY: { type: 'QUICK_REPLY', text: '' },
  URL: { type: 'URL', text: '', url: 'https://' },
  PHONE_NUMBER: { type: 'PHONE_NUMBER', text: '', phone_number: '+55' },
  COPY_CODE: { type: 'COPY_CODE', text: '', example: '' },
}

function FieldProblem({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p role="alert" className="flex items-start gap-1.5 text-meta text-roma">
      <AlertGlyph className="mt-px size-3.5 shrink-0" />
      <span>{message}</span>
    </p>
  )
}

/** Fields for a template's buttons, up to ten of different kinds. */
export function TemplateButtonFields({ editor: { draft, change, getError } }: { editor: TemplateEditorState }) {
  const { buttons } = draft
  const fieldsetRef = useRef<HTMLFieldSetElement>(null)
  const setButtons = (newButtons: readonly TemplateButton[]) => change({ buttons: [...newButtons] })
  const countKind = (kind: ButtonKind) => buttons.filter(({ type }) => type === kind).length
  const add = (kind: ButtonKind) => {
    // Inserts a new quick reply after the last one, because quick replies must be adjacent.
    const last = kind === 'QUICK_REPLY' ? buttons.findLastIndex(({ type }) => type === kind) : -1
    const index = last === -1 ? buttons.length : last + 1
    setButtons([...buttons.slice(0, index), EMPTY_BUTTONS[kind], ...buttons.slice(index)])
    requestAnimationFrame(() => fieldsetRef.current?.querySelector<HTMLElement>(`input[name^="buttons.${index}."]`)?.focus())
  }
  const remove = (index: number) => {
    setButtons(removeAt(buttons, index))
    requestAnimationFrame(() => fieldsetRef.current?.querySelector<HTMLElement>('button:last-of-type')?.focus())
  }
  return (
    <fieldset ref={fieldsetRef} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-semibold text-ui">Botões (opcional)</legend>
      <FieldProblem message={getError('buttons')} />
      {buttons.length > 0 && (
        <ol aria-label="Botões do modelo" className="flex flex-col gap-3">
          {buttons.map((button, index) => (
            <li key={index} className="flex flex-col gap-3 rounded-control border border-line p-3">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-semibold text-ink-2 text-ui">{BUTTON_KIND_LABELS[button.type]}</span>
                <span className="flex gap-1">
                  {index > 0 && (
                    <IconButton
                      label={`Subir o botão ${index + 1}`}
                      onClick={() =>
                        setButtons(replaceAt(replaceAt(buttons, index, buttons[index - 1] ?? button), index - 1, button))
                      }
                    >
                      <ArrowUp aria-hidden="true" />
                    </IconButton>
                  )}
                  <IconButton label={`Remover o botão ${index + 1}`} onClick={() => remove(index)}>
                    <Trash2 aria-hidden="true" />
                  </IconButton>
                </span>
              </div>
              <FieldProblem message={getError(`buttons.${index}.type`)} />
              <ButtonRow
                button={button}
                field={`buttons.${index}`}
                getError={getError}
                onChange={(changes) => setButtons(replaceAt(buttons, index, { ...button, ...changes }))}
              />
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-2">
        {(Object.keys(BUTTON_KIND_LABELS) as ButtonKind[]).map((kind) => (
          <Button
            key={kind}
            disabled={buttons.length >= TEMPLATE_LIMITS.buttons || countKind(kind) >= TEMPLATE_LIMITS.maxPerKind[kind]}
            onClick={() => add(kind)}
          >
            <Plus aria-hidden="true" className="size-4" />
            {BUTTON_KIND_LABELS[kind]}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

interface ButtonRowProps {
  button: TemplateButton
  field: string
  getError: TemplateEditorState['getError']
  onChange: (changes: Partial<TemplateButton>) => void
}

function ButtonRow({ button, field, getError, onChange }: ButtonRowProps) {
  const { type, text, url = '', phone_number = '', example = '' } = button
  const renderField = (name: 'text' | 'url' | 'phone_number' | 'example', label: string, value: string, description?: string) => (
    <TextField
      name={`${field}.${name}`}
      label={label}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange({ [name]: target.value })}
      description={description}
      error={getError(`${field}.${name}`)}
      required
    />
  )
  if (type === 'COPY_CODE') return renderField('example', 'Exemplo do código', example, `Até ${TEMPLATE_LIMITS.code} caracteres.`)
  return (
    <>
      {renderField('text', 'Texto do botão', text, `Até ${TEMPLATE_LIMITS.label} caracteres.`)}
      {type === 'URL' && renderField('url', 'Endereço', url, 'Com {{1}} no fim, o resto do endereço é preenchido a cada envio.')}
      {type === 'URL' && url.includes('{{') && renderField('example', 'Exemplo de {{1}} no endereço', example)}
      {type === 'PHONE_NUMBER' && renderField('phone_number', 'Telefone', phone_number)}
    </>
  )
}
