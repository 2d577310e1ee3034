import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useId, useRef, useState } from 'react'
import { getControlClass } from '../inputs/control-class.ts'
import { Button } from './button.tsx'

/** Link or other text with a copy button. If the clipboard cannot be written, the text is selected instead, for copying by keyboard. */
export function CopyLink({
  link,
  label = 'Link do convite',
  button = 'Copiar link',
  copied = 'Link copiado.',
  selected = 'Copie o link selecionado com o teclado.',
}: {
  link: string
  label?: string
  button?: string
  copied?: string
  selected?: string
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'selected' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setOutcome('copied')
    } catch {
      input.current?.select()
      setOutcome('selected')
    }
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-ui">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={input}
          id={id}
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
          className={getControlClass(false, 'text-ellipsis')}
        />
        <Button onClick={() => void copy()} aria-label={button}>
          {outcome === 'copied' ? (
            <Check aria-hidden="true" className="size-4 text-mate" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
          Copiar
        </Button>
      </div>
      <p role="status" className="mt-1.5 min-h-4 text-ink-3 text-meta">
        {outcome === 'copied' && copied}
        {outcome === 'selected' && selected}
      </p>
    </div>
  )
}
