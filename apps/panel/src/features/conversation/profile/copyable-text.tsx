import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useRef, useState } from 'react'
import { IconButton } from '../../../shared/ui/buttons/icon-button.tsx'

interface CopyableTextProps {
  /** Name of the copied value for the label of the button, such as 'telefone'. */
  valueName: string
  /** Text that is copied. It may differ from the shown text. */
  value: string
  children: string
}

/** Text with a copy button. If the clipboard cannot be written, the text is selected instead, for copying by keyboard. */
export function CopyableText({ valueName, value, children }: CopyableTextProps) {
  const textRef = useRef<HTMLSpanElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'selected' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      if (textRef.current) getSelection()?.selectAllChildren(textRef.current)
      setOutcome('selected')
    }
  }
  return (
    <span className="flex items-center justify-between gap-2">
      <span ref={textRef} className="min-w-0">
        {children}
      </span>
      <IconButton
        label={`Copiar ${valueName}`}
        title={`Copiar ${valueName}`}
        className="-my-1.5 -mr-1.5"
        onClick={() => void copy()}
      >
        {outcome === 'copied' ? <Check aria-hidden="true" className="text-mate" /> : <Copy aria-hidden="true" />}
      </IconButton>
      <span role="status" className="sr-only">
        {outcome === 'copied' && 'Copiado.'}
        {outcome === 'selected' && 'Selecionado: copie com o teclado.'}
      </span>
    </span>
  )
}
