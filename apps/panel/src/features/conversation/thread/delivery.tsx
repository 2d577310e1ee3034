import type { Message } from '@prosa/contract/entities/message'
import { Check, CheckCheck, CircleAlert, CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../../shared/lib/cx.ts'
import { Tooltip } from '../../../shared/ui/tooltip.tsx'

const DELIVERED: Readonly<Record<string, { Icon: typeof Check; label: string; className?: string; note?: string }>> = {
  sent: { Icon: Check, label: 'Enviada' },
  delivered: { Icon: CheckCheck, label: 'Entregue' },
  read: { Icon: CheckCheck, label: 'Lida', className: 'text-primary' },
  failed: { Icon: CircleAlert, label: 'Não entregue', className: 'text-roma' },
  unknown: {
    Icon: CircleHelp,
    label: 'Entrega incerta',
    className: 'text-ipe',
    note: 'A mensagem saiu, mas ainda não se sabe se chegou. Espere a confirmação ou pergunte ao lead antes de enviar de novo: ele pode recebê-la duas vezes.',
  },
}

/** How far a message went; what needs explaining says so on hover and focus, and stays open when pressed. */
export function Delivery({ message }: { message: Message }) {
  const [isOpen, setOpen] = useState(false)
  const how = DELIVERED[message.delivery ?? '']
  if (!how) return null
  const { Icon, label, className } = how
  const note = message.delivery_error ?? how.note
  if (!note) {
    return (
      <span className={cx('inline-flex items-center', className)} title={label}>
        <Icon aria-hidden="true" />
        <span className={message.delivery === 'failed' ? 'ml-1' : 'sr-only'}>{label}</span>
      </span>
    )
  }
  return (
    <>
      <Tooltip
        content={note}
        trigger={
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className={cx('inline-flex coarse:min-h-11 items-center gap-1 underline decoration-dotted', className)}
          >
            <Icon aria-hidden="true" />
            {label}
          </button>
        }
      />
      {isOpen && <span className="basis-full">{note}</span>}
    </>
  )
}
