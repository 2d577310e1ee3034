import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { type ReactNode, useState } from 'react'
import { Tooltip } from '../../../../shared/ui/layers/tooltip.tsx'

const UNKNOWN_DELIVERY =
  'A mensagem saiu, mas ainda não se sabe se chegou. Espere a confirmação ou pergunte ao lead antes de enviar de novo: ele pode recebê-la duas vezes.'

interface DeliveryExplanationProps {
  /** Reason from the channel why the message was not delivered. Missing if the delivery is unknown. */
  errorText: string | null | undefined
  /** Text of the delivery state, if known. */
  children: ReactNode
}

/** Delivery state of a message with a tooltip that explains it. */
export default function DeliveryExplanation({ errorText, children }: DeliveryExplanationProps) {
  const [isOpen, setOpen] = useState(false)
  const text = errorText ?? UNKNOWN_DELIVERY
  return (
    <>
      <Tooltip
        content={text}
        trigger={
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            // The clickable area is higher than the text line.
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
