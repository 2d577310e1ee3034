import { useEffect, useRef } from 'react'
import { notify } from '../../../shared/notifications/notifications.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { BulkInviteLines } from './bulk-invite-lines.tsx'
import type { BulkInviteLine } from './parse-invites.ts'
import { useBulkInvite } from './use-bulk-invite.ts'

const formatPeople = (count: number) => (count === 1 ? '1 pessoa' : `${count} pessoas`)

const COPY_SUBJECT = ['copy links']

async function copyLinks(links: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(links.join('\n'))
    notify.success({ title: 'Links copiados, um por linha.', subject: COPY_SUBJECT })
  } catch {
    notify.error({ title: 'O navegador não deixou copiar os links.', subject: COPY_SUBJECT })
  }
}

interface BulkInviteReviewProps {
  lines: readonly BulkInviteLine[]
  onBack: () => void
  onStartOver: () => void
}

export function BulkInviteReview({ lines, onBack, onStartOver }: BulkInviteReviewProps) {
  const bulk = useBulkInvite(lines)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const processed = bulk.sent + bulk.failed
  const hasStarted = processed > 0 || bulk.isRunning
  const excludedCount = lines.length - bulk.total
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-semibold text-ui">
          {bulk.isRunning ? 'Enviando convites' : hasStarted ? 'O que aconteceu com cada um' : 'Confira antes de enviar'}
        </h3>
        <p role="status" className="text-ink-2 text-ui tabular">
          {hasStarted
            ? `${bulk.sent} de ${formatPeople(bulk.total)} com convite${bulk.failed > 0 ? ` · ${bulk.failed} com falha` : ''}`
            : `${formatPeople(bulk.total)} para convidar${excludedCount > 0 ? ` · ${excludedCount} de fora` : ''}`}
        </p>
      </div>
      {hasStarted && (
        <progress
          aria-label="Convites enviados"
          max={bulk.total}
          value={processed}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary"
        />
      )}
      <BulkInviteLines lines={lines} results={bulk.results} onResend={bulk.resend} />
      <div className="flex flex-wrap gap-2">
        {bulk.remaining > 0 && !bulk.isRunning && (
          <Button variant="primary" onClick={bulk.run}>
            {hasStarted ? `Tentar de novo (${bulk.remaining})` : `Convidar ${formatPeople(bulk.remaining)}`}
          </Button>
        )}
        {bulk.isRunning && <Button onClick={bulk.stop}>Interromper</Button>}
        {bulk.links.length > 0 && (
          <Button onClick={() => void copyLinks(bulk.links)}>{`Copiar links (${bulk.links.length})`}</Button>
        )}
        {!bulk.isRunning &&
          (hasStarted ? <Button onClick={onStartOver}>Nova lista</Button> : <Button onClick={onBack}>Voltar à lista</Button>)}
      </div>
    </div>
  )
}
