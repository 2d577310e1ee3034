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
export function TemplateBodyFields({ editing: { draft, change, errorOf } }: { editing: TemplateEditorState }) {
  const { text, examples } = draft.body
  const places = extractPlaceholders(text)
  const field = useRef<HTMLTextAreaElement>(null)
  const write = (words: string) => change({ body: { ...draft.body, text: words } })
  const insert = () => {
    const area = field.current
    const place = `{{${places.length + 1}}}`
    const [from, to] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length]
    write(`${text.slice(0, from)}${place}${text.slice(to)}`)
    // Moves the cursor behind the inserted placeholder, after rendering.
    requestAnimationFrame(() => {
      area?.focus()
      area?.setSelectionRange(from + place.length, from + place.length)
    })
  }
  return (
    <>
      <div className="flex flex-col items-start gap-2">
        <div className="w-full">
          <TextArea
            ref={field}
            name="body.text"
            label="Texto"
            rows={6}
            dir="auto"
            value={text}
            onChange={({ target }) => write(target.value)}
            description={<LengthCounter of={text.length} most={TEMPLATE_LIMITS.body} />}
            error={errorOf('body.text')}
            required
          />
        </div>
        <Button onClick={insert}>
          <Braces aria-hidden="true" className="size-4" />
          Inserir campo
        </Button>
      </div>
      {places.map((place, at) => (
        <TextField
          key={place}
          name={`body.examples.${at}`}
          label={`Exemplo de {{${place}}}`}
          autoComplete="off"
          value={examples[at] ?? ''}
          onChange={({ target }) => change({ body: { text, examples: replaceAt(examples, at, target.value) } })}
          description={at === 0 ? 'A Meta lê o modelo com os exemplos. Não use dados de um lead de verdade.' : undefined}
          error={errorOf(`body.examples.${at}`)}
          required
        />
      ))}
      <TextField
        name="footer"
        label="Rodapé (opcional)"
        autoComplete="off"
        value={draft.footer ?? ''}
        onChange={({ target }) => change({ footer: target.value === '' ? null : target.value })}
        description={<LengthCounter of={draft.footer?.length ?? 0} most={TEMPLATE_LIMITS.footer} />}
        error={errorOf('footer')}
      />
    </>
  )
}
