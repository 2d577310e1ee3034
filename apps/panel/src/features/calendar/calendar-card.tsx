import { calendarRevoke } from '@prosa/contract/calls/organisation/calendar'
import { NOTIFICATION_DURATION_MS } from '@prosa/contract/constants'
import type { CalendarStatus } from '@prosa/contract/entities/organisation/calendar'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import CalendarCheck2 from 'lucide-react/icons/calendar-check-2'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../shared/api/api-client.ts'
import { ApiError, getServerMessage } from '../../shared/api/errors.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { formatFullDate } from '../../shared/formatting/format-date.ts'
import { notify, notifyError } from '../../shared/notifications/notifications.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { AlertDialog } from '../../shared/ui/dialogs/alert-dialog.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { Card } from '../../shared/ui/layout/card.tsx'
import { AuthorizationCancelledError } from './authorization-popup.ts'
import { authorizeCalendar } from './authorize-calendar.ts'
import { CALENDAR_TEXTS } from './calendar-texts.ts'
import { calendarQueries, UNAUTHORIZED_STATUS } from './queries.ts'

const AUTHORIZE_SUBJECT = ['calendar', 'authorize']
const REMOVE_SUBJECT = ['calendar', 'remove']

function notifyAuthorizationFailure(error: Error): void {
  const title = CALENDAR_TEXTS.authorizeFailed
  if (error instanceof AuthorizationCancelledError) {
    notify.warning({ title, message: error.message, duration: NOTIFICATION_DURATION_MS, subject: AUTHORIZE_SUBJECT })
    return
  }
  const message = error instanceof ApiError ? getServerMessage(error, error.message) : error.message
  notifyError(error, { title, ...(message === title ? {} : { message }), subject: AUTHORIZE_SUBJECT })
}

/**
 * Returns functions that start and cancel the authorization of a calendar. Leaving the page aborts it, because nothing would receive the
 * popup's code.
 */
function useCalendarAuthorization(onAuthorized: (status: CalendarStatus) => void) {
  const abortController = useRef<AbortController | null>(null)
  useEffect(() => () => abortController.current?.abort(), [])
  const mutation = useSingleMutation({
    mutationFn: () => {
      abortController.current = new AbortController()
      return authorizeCalendar(abortController.current.signal)
    },
    meta: { showsOwnError: true, subject: AUTHORIZE_SUBJECT },
    onSuccess: (email) => {
      onAuthorized({ isAuthorized: true, email, authorizedAt: new Date().toISOString() })
      notify.success({ title: CALENDAR_TEXTS.authorized })
    },
    onError: (error) => {
      if (error.name !== 'AbortError') notifyAuthorizationFailure(error)
    },
  })
  return { start: () => mutation.mutate(), cancel: () => abortController.current?.abort(), isWaiting: mutation.isPending }
}

function ConnectedCalendar({ status, onRemove }: { status: CalendarStatus; onRemove: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex min-w-0 items-center gap-3">
        <CalendarCheck2 aria-hidden="true" className="size-5 shrink-0 text-mate" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-semibold text-ui">
            <span className="wrap-anywhere">{status.email ?? 'Google Calendar'}</span>
            <Badge tone="success">Autorizado</Badge>
          </p>
          {status.authorizedAt && (
            <p className="text-ink-3 text-meta tabular">{`Desde ${formatFullDate(status.authorizedAt)}`}</p>
          )}
        </div>
      </div>
      <Button variant="danger" onClick={onRemove}>
        Remover autorização
      </Button>
    </div>
  )
}

/** Card that connects the user's own calendar. Meetings with leads are booked in this calendar. */
export function CalendarCard() {
  const client = useQueryClient()
  const [isConfirmingRemoval, setConfirmingRemoval] = useState(false)
  const { data, isPending } = useQuery(calendarQueries.status())
  const setStatus = (status: CalendarStatus) => client.setQueryData(calendarQueries.status().queryKey, status)
  const { start, cancel, isWaiting } = useCalendarAuthorization(setStatus)
  const remove = useSingleMutation({
    mutationFn: () => call(calendarRevoke),
    meta: { showsOwnError: true, subject: REMOVE_SUBJECT },
    onSuccess: () => {
      setStatus(UNAUTHORIZED_STATUS)
      notify.success({ title: CALENDAR_TEXTS.removed })
    },
    onError: (error) =>
      notifyError(error, { title: getServerMessage(error, CALENDAR_TEXTS.removeFailed), subject: REMOVE_SUBJECT }),
    onSettled: () => setConfirmingRemoval(false),
  })
  const status = data ?? UNAUTHORIZED_STATUS
  return (
    <Card title="Google Calendar" description="As reuniões combinadas com os leads entram sozinhas na sua agenda.">
      {isPending && <Skeleton className="h-(--control-height) w-56" />}
      {!isPending && status.isAuthorized && <ConnectedCalendar status={status} onRemove={() => setConfirmingRemoval(true)} />}
      {!isPending && !status.isAuthorized && (
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="primary" busy={isWaiting} onClick={start}>
            {!isWaiting && <CalendarPlus aria-hidden="true" className="size-4" />}
            {isWaiting ? 'Aguardando autorização...' : 'Autorizar Google Calendar'}
          </Button>
          {isWaiting && <Button onClick={cancel}>Cancelar</Button>}
        </div>
      )}
      <AlertDialog
        open={isConfirmingRemoval}
        onOpenChange={setConfirmingRemoval}
        title={CALENDAR_TEXTS.confirmRemoval}
        description="Reuniões já marcadas continuam na agenda."
        confirmLabel="Sim, Remover"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </Card>
  )
}
