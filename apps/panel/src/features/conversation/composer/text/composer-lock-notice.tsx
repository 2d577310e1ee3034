import type { ComposerLock } from '@prosa/contract/rules/conversations/composer-lock'
import Lock from 'lucide-react/icons/lock'
import { type ReactNode, type Ref, useDeferredValue, useState } from 'react'
import { formatFullDate } from '../../../../shared/formatting/format-date.ts'

const getLockText = (lock: NonNullable<ComposerLock>): string =>
  lock.reason === 'no-lead-message'
    ? 'O lead ainda não escreveu. Você pode escrever assim que chegar a primeira mensagem dele.'
    : `A última mensagem do lead tem mais de 24 horas. A janela ficou aberta até ${formatFullDate(lock.openUntil)} e reabre quando ele escrever.`

/** Announces to screen readers that the composer is locked, and when it is unlocked again. */
function LockAnnouncement({ lock }: { lock: ComposerLock }) {
  const [wasLocked, setWasLocked] = useState(false)
  if (lock && !wasLocked) setWasLocked(true)
  const lockedText =
    lock?.reason === 'no-lead-message' ? 'Envio fechado: falta a primeira mensagem do lead.' : 'Envio fechado: a janela terminou.'
  const announcement = lock ? lockedText : wasLocked ? 'Envio aberto: já se pode escrever.' : ''
  // The text is set after the first render, because a live region does not announce its initial content.
  const deferredAnnouncement = useDeferredValue(announcement, '')
  return (
    <p role="status" className="sr-only">
      {deferredAnnouncement}
    </p>
  )
}

interface ComposerLockNoticeProps {
  ref: Ref<HTMLDivElement>
  lock: ComposerLock
  /** Button for another way to reach the lead, shown beside the reason. */
  recoveryAction: ReactNode
}

/** Shows why no message can be written. Stays mounted after the first lock, to announce to screen readers when the composer is unlocked. */
export default function ComposerLockNotice({ ref, lock, recoveryAction }: ComposerLockNoticeProps) {
  return (
    <>
      {lock && (
        <div ref={ref} tabIndex={-1} className="mb-2 flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <p id="composer-lock" className="flex min-w-60 flex-1 items-start gap-2 text-ink-2 text-ui">
            <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ipe" />
            {getLockText(lock)}
          </p>
          {recoveryAction}
        </div>
      )}
      <LockAnnouncement lock={lock} />
    </>
  )
}
