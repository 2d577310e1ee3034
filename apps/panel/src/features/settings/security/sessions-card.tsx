import { endSession, logoutAll } from '@prosa/contract/calls/accounts/auth'
import type { DeviceSession } from '@prosa/contract/entities/accounts/session'
import { formatDeviceName } from '@prosa/contract/rules/accounts/device-name'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { getServerMessage } from '../../../shared/api/errors.ts'
import { useSingleMutation } from '../../../shared/api/use-single-mutation.ts'
import { formatFullDate } from '../../../shared/formatting/format-date.ts'
import { signOut } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { AlertDialog } from '../../../shared/ui/dialogs/alert-dialog.tsx'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { Card } from '../../../shared/ui/layout/card.tsx'
import { settingsQueries } from '../queries.ts'
import { SESSIONS_FAILED_MESSAGE } from '../settings-messages.ts'

function SessionRow({ session, onEnd, isEnding }: { session: DeviceSession; onEnd: () => void; isEnding: boolean }) {
  const device = formatDeviceName(session.userAgent)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t py-3 first:border-t-0 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold text-ui">
          {device}
          {session.current && <Badge tone="success">Este aparelho</Badge>}
        </p>
        <p className="text-ink-3 text-meta tabular">
          {session.ip && `${session.ip} · `}Usado em{' '}
          <time dateTime={session.lastUsedAt}>{formatFullDate(session.lastUsedAt)}</time>
        </p>
      </div>
      {!session.current && (
        <Button onClick={onEnd} busy={isEnding} aria-label={`Encerrar ${device}`}>
          Encerrar
        </Button>
      )}
    </li>
  )
}

export function SessionsCard() {
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const { data, isPending, error, refetch } = useQuery(settingsQueries.sessions())
  const end = useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: settingsQueries.sessions().queryKey }),
  })
  const endAll = useSingleMutation({ mutationFn: () => call(logoutAll), onSuccess: () => signOut() })

  return (
    <Card title="Sessões ativas" description="Os aparelhos em que a sua conta está aberta.">
      {isPending && <Skeleton className="h-10 w-full" />}
      {error && !data && (
        <div className="flex flex-wrap items-center gap-3 text-roma text-ui">
          <span>{getServerMessage(error, SESSIONS_FAILED_MESSAGE)}</span>
          <Button onClick={() => void refetch()}>Tentar novamente</Button>
        </div>
      )}
      {data && (
        <ul>
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={() => end.mutate(session.id)}
              isEnding={end.isPending && end.variables === session.id}
            />
          ))}
        </ul>
      )}
      <Button variant="danger" className="mt-4" onClick={() => setConfirming(true)}>
        Encerrar todas as sessões
      </Button>
      <AlertDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Encerrar todas as sessões?"
        description="Você sai deste aparelho também e precisará entrar de novo."
        confirmLabel="Encerrar todas"
        busy={endAll.isPending}
        onConfirm={() => endAll.mutate()}
      />
    </Card>
  )
}
