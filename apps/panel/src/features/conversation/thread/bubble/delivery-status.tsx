import type { Message } from '@prosa/contract/entities/conversations/message'
import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { Suspense } from 'react'
import { lazyComponent } from '../../../../shared/lazy-loading/lazy-component.tsx'
import { cx } from '../../../../shared/ui/cx.ts'

const [DeliveryExplanation] = lazyComponent(() => import('./delivery-explanation.tsx'))

const DELIVERY_STATE_LABELS: Readonly<Record<string, { Icon: typeof Check; label: string; className?: string }>> = {
  sent: { Icon: Check, label: 'Enviada' },
  delivered: { Icon: CheckCheck, label: 'Entregue' },
  read: { Icon: CheckCheck, label: 'Lida', className: 'text-primary' },
  failed: { Icon: CircleAlert, label: 'Não entregue', className: 'text-roma' },
}

/**
 * Delivery state of a message. If the state needs an explanation, a tooltip shows it on hover and focus, and a click keeps the tooltip
 * open.
 */
export function DeliveryStatus({ message }: { message: Message }) {
  const state = DELIVERY_STATE_LABELS[message.delivery ?? '']
  const statusIcon = state && (
    <span className={cx('inline-flex items-center', state.className)} title={state.label}>
      <state.Icon aria-hidden="true" />
      <span className={message.delivery === 'failed' ? 'ml-1' : 'sr-only'}>{state.label}</span>
    </span>
  )
  if (message.delivery !== 'unknown' && !(state && message.delivery_error)) return statusIcon
  return (
    <Suspense fallback={statusIcon}>
      <DeliveryExplanation errorText={message.delivery_error}>{statusIcon}</DeliveryExplanation>
    </Suspense>
  )
}
