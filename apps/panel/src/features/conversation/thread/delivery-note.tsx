import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { type ReactNode, useState } from 'react'
import { Tooltip } from '../../../shared/ui/tooltip.tsx'

const UNKNOWN =
  'A mensagem saiu, mas ainda não se sabe se chegou. Espere a confirmação ou pergunte ao lead antes de enviar de novo: ele pode recebê-la duas vezes.'

interface DeliveryNoteProps {
  /** Why it did not arrive, as the channel put it; without it, nobody knows yet whether it did. */
  note: string | null | undefined
  /** How far it went, where that is known. */
  children: ReactNode
}

/** How far a message went, where that needs explaining. */
export default function DeliveryNote({ note, children }: DeliveryNoteProps) {
  const [isOpen, setOpen] = useState(false)
  const text = note ?? UNKNOWN
  return (
    <>
      <Tooltip
        content={text}
        trigger={
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            // Taller to the pointer than the line that it stands in.
            className="relative inline-flex coarse:min-h-11 items-center gap-1 underline decoration-dotted before:absolute before:inset-x-0 before:-inset-y-1"
          >
            {children || (
              <span className="inline-flex items-center gap-1 text-ipe">
                <CircleHelp aria-hidden="true" />
                Entrega incerta
              </span>
            )}
          </button>
        }
      />
      {isOpen && <span className="basis-full">{text}</span>}
    </>
  )
}
