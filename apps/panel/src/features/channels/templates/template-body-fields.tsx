import { TEMPLATE_LIMITS } from '@prosa/contract/rules/whatsapp/template-problems'
import { extractPlaceholders } from '@prosa/contract/rules/whatsapp/template-text'
import Braces from 'lucide-react/icons/braces'
import { useRef } from 'react'
import { replaceAt } from '../../../shared/lists/replace-at.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { LengthCounter } from '../../../shared/ui/inputs/length-counter.tsx'
import { TextArea } from '../../../shared/ui/inputs/text-area.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import type { TemplateEditorState } from './use-template-editor.ts'

/** Fields for a template's body, an example value for each placeholder (required by Meta's review), and the footer. */
export function TemplateBodyFields({ editor: { draft, change, getError } }: { editor: TemplateEditorState }) {
  const { text, examples } = draft.body
  const placeholders = extractPlaceholders(text)
  const textareaRef = useRef<HTMLTextAreaElement>(null)
  const changeText = (newText: string) => change({ body: { ...draft.body, text: newText } })
  const insert = () => {
    const textarea = textareaRef.current
    const placeholder = `{{${placeholders.length + 1}}}`
    const [start, end] = [textarea?.selectionStart ?? text.length, textarea?.selectionEnd ?? text.length]
    changeText(`${text.slice(0, start)}${placeholder}${text.slice(end)}`)
    // Moves the cursor behind the inserted placeholder, after rendering.
    requestAnimationFrame(() => {
      textarea?.focus()
      textarea?.setSelectionRange(start + placeholder.length, start + placeholder.length)
    })
  }
  return (
    <>
      <div className="flex flex-col items-start gap-2">
        <div className="w-full">
          <TextArea
            ref={textareaRef}
            name="body.text"
            label="Texto"
            rows={6}
            dir="auto"
            value={text}
            onChange={({ target }) => changeText(target.value)}
            description={<LengthCounter length={text.length} max={TEMPLATE_LIMITS.body} />}
            error={getError('body.text')}
            required
          />
        </div>
        <Button onClick={insert}>
          <Braces aria-hidden="true" className="size-4" />
          Inserir campo
        </Button>
      </div>
      {placeholders.map((placeholder, index) => (
        <TextField
          key={placeholder}
          name={`body.examples.${index}`}
          label={`Exemplo de {{${placeholder}}}`}
          autoComplete="off"
          value={examples[index] ?? ''}
          onChange={({ target }) => change({ body: { text, examples: replaceAt(examples, index, target.value) } })}
          description={index === 0 ? 'A Meta lê o modelo com os exemplos. Não use dados de um lead de verdade.' : undefined}
          error={getError(`body.examples.${index}`)}
          required
        />
      ))}
      <TextField
        name="footer"
        label="Rodapé (opcional)"
        autoComplete="off"
        value={draft.footer ?? ''}
        onChange={({ target }) => change({ footer: target.value === '' ? null : target.value })}
        description={<LengthCounter length={draft.footer?.length ?? 0} max={TEMPLATE_LIMITS.footer} />}
        error={getError('footer')}
      />
    </>
  )
}
