import type { Invitation } from '@prosa/contract/entities/organisation/invitation'
import { useState } from 'react'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { getServerTime } from '../../../shared/api/server-clock.ts'
import { formatDetailedDate, formatShortDate } from '../../../shared/formatting/format-date.ts'
import { getRoleLabelWithKey } from '../../../shared/identity/roles.ts'
import { dismissNotificationAbout, notify, notifyError } from '../../../shared/notifications/notifications.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { cx } from '../../../shared/ui/cx.ts'
import { AlertDialog } from '../../../shared/ui/dialogs/alert-dialog.tsx'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { useCancelInvitation, useResendInvitation } from '../invitation-calls.ts'

/** CSS classes of an invitation, which is a row on a wide screen and a card on a phone. */
export const INVITATION_ROW_CLASS =
  'grid grid-cols-2 gap-x-4 gap-y-1.5 px-4 py-3 md:grid-cols-[minmax(0,2.2fr)_minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1.9fr)_12rem] md:items-center'

interface InvitationRowProps {
  invitation: Invitation
  pending: boolean
  /** Called with the new link of an invitation, if the link was not sent by e-mail. */
  onLink: (invitationLink: { email: string; link: string }) => void
}

export function InvitationRow({ invitation, pending, onLink }: InvitationRowProps) {
  const [isConfirmingCancel, setConfirmingCancel] = useState(false)
  const resend = useResendInvitation()
  const cancel = useCancelInvitation()
  const { user, tenant, expiresAt, created_at } = invitation

  const subject = ['invitation', invitation.id]
  const resendInvitation = () =>
    resend.mutate(invitation, {
      onSuccess: ({ email, link }) => {
        dismissNotificationAbout(subject)
        if (link) onLink({ email, link })
        else notify.success({ title: `Convite reenviado para ${email}.` })
      },
      onError: (error) => notifyError(error, { title: getErrorReason(error, 'Failed to generate token'), subject }),
    })
  const revoke = () =>
    cancel.mutate(invitation, {
      onSuccess: () => notify.success({ title: `Convite de ${user.email} cancelado.`, subject }),
      onError: (error) => notifyError(error, { title: getErrorReason(error, 'Failed to cancel invitation'), subject }),
      onSettled: () => setConfirmingCancel(false),
    })

  return (
    <div role="row" className={cx(INVITATION_ROW_CLASS, 'relative border-line border-t')}>
      <div role="cell" className="col-span-2 min-w-0 md:col-span-1">
        {!pending && <span aria-hidden="true" className="margin-dotted absolute inset-y-3 left-0 w-(--margin-rule)" />}
        <span className="wrap-anywhere block font-semibold text-ui">{user.email}</span>
        {user.name && <span className="wrap-anywhere block text-ink-3 text-meta">{user.name}</span>}
      </div>
      <div role="cell" className="text-ink-2 text-ui">
        {getRoleLabelWithKey(user.role)}
      </div>
      <div role="cell" className="wrap-anywhere text-ink-3 text-ui">
        {tenant.domain}
      </div>
      <div role="cell" className="col-span-2 flex flex-wrap items-center gap-x-2 gap-y-0.5 md:col-span-1">
        <Badge tone={pending ? 'neutral' : 'waiting'}>{pending ? 'Pendente' : 'Expirado'}</Badge>
        <span
          className="text-ink-3 text-meta tabular"
          title={`Convite feito: ${formatDetailedDate(created_at, getServerTime())}`}
        >
          {pending ? 'até ' : 'em '}
          <time dateTime={expiresAt}>{formatShortDate(expiresAt)}</time>
        </span>
      </div>
      <div role="cell" className="col-span-2 mt-1 flex gap-2 md:col-span-1 md:mt-0 md:justify-end">
        <Button
          busy={resend.isPending}
          disabled={cancel.isPending}
          aria-label={`Reenviar convite de ${user.email}`}
          onClick={resendInvitation}
        >
          Reenviar
        </Button>
        <Button
          variant="ghost"
          disabled={resend.isPending || cancel.isPending}
          aria-label={`Cancelar convite de ${user.email}`}
          onClick={() => setConfirmingCancel(true)}
        >
          Cancelar
        </Button>
        <AlertDialog
          open={isConfirmingCancel}
          onOpenChange={setConfirmingCancel}
          title="Cancelar este convite?"
          description={`O link enviado para ${user.email} deixa de valer.`}
          confirmLabel="Cancelar convite"
          cancelLabel="Voltar"
          busy={cancel.isPending}
          onConfirm={revoke}
        />
      </div>
    </div>
  )
}
