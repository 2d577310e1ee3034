import { useEffect, useRef } from 'react'
import { getRoleLabelWithKey } from '../../../shared/identity/roles.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { CopyLink } from '../../../shared/ui/buttons/copy-link.tsx'
import type { SentInvitation } from '../invitation-calls.ts'

/** Confirmation of a sent invitation. It shows the link if the link was not sent by e-mail. */
export function SentInvitationCard({ sent, onInviteAnother }: { sent: SentInvitation; onInviteAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const details = [
    ['E-mail', sent.email],
    ['Papel', getRoleLabelWithKey(sent.role)],
    ['Domínio', sent.domain],
  ] as const
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="font-semibold text-message">
        {sent.link ? 'Convite criado, falta entregar' : 'Convite enviado'}
      </h2>
      <p className="mt-0.5 text-ink-3 text-ui">
        {sent.link
          ? 'Nenhum e-mail saiu daqui: copie o link e mande você para a pessoa.'
          : 'O link do cadastro está a caminho por e-mail.'}
      </p>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-ui">
        {details.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="wrap-anywhere font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {sent.link && (
        <div className="mt-4">
          <CopyLink link={sent.link} />
        </div>
      )}
      <Button variant="primary" className="mt-4" onClick={onInviteAnother}>
        Convidar Outro Usuário
      </Button>
    </div>
  )
}
