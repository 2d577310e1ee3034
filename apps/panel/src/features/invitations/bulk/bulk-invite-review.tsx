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
    notify.success({ title: 'Links copiados, um por linha.', about: COPY_SUBJECT })
  } catch {
    notify.error({ title: 'O navegador não deixou copiar os links.', about: COPY_SUBJECT })
  }
}

interface BulkInviteReviewProps {
  lines: readonly BulkInviteLine[]
  onBack: () => void
  onAgain: () => void
}

export function BulkInviteReview({ lines, onBack, onAgain }: BulkInviteReviewProps) {
  const bulk = useBulkInvite(lines)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const done = bulk.sent + bulk.failed
  const started = done > 0 || bulk.running
  const leftOut = lines.length - bulk.total
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-semibold text-ui">
          {bulk.running ? 'Enviando convites' : started ? 'O que aconteceu com cada um' : 'Confira antes de enviar'}
        </h3>
        <p role="status" className="text-ink-2 text-ui tabular">
          {started
            ? `${bulk.sent} de ${formatPeople(bulk.total)} com convite${bulk.failed > 0 ? ` · ${bulk.failed} com falha` : ''}`
            : `${formatPeople(bulk.total)} para convidar${leftOut > 0 ? ` · ${leftOut} de fora` : ''}`}
        </p>
      </div>
      {started && (
        <progress
          aria-label="Convites enviados"
          max={bulk.total}
          value={done}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary"
        />
      )}
      <BulkInviteLines lines={lines} results={bulk.results} onSendAgain={bulk.sendAgain} />
      <div className="flex flex-wrap gap-2">
        {bulk.left > 0 && !bulk.running && (
          <Button variant="primary" onClick={bulk.run}>
            {started ? `Tentar de novo (${bulk.left})` : `Convidar ${formatPeople(bulk.left)}`}
          </Button>
        )}
        {bulk.running && <Button onClick={bulk.stop}>Interromper</Button>}
        {bulk.links.length > 0 && (
          <Button onClick={() => void copyLinks(bulk.links)}>{`Copiar links (${bulk.links.length})`}</Button>
        )}
        {!bulk.running &&
          (started ? <Button onClick={onAgain}>Nova lista</Button> : <Button onClick={onBack}>Voltar à lista</Button>)}
      </div>
    </div>
  )
}
