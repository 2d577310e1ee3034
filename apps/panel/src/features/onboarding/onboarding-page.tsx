import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { createQueryClient } from '../../shared/api/query-client.ts'
import { reasonOf } from '../../shared/api/reason.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { notify } from '../../shared/notifications.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { InvitationFrame } from './invitation-frame.tsx'
import { type LinkReason, linkReason } from './link-reason.ts'
import { OnboardingForm } from './onboarding-form.tsx'
import { invitationQuery } from './queries.ts'
import { RefusedCard } from './refused-card.tsx'
import { WelcomeCard } from './welcome-card.tsx'

function FormSkeleton() {
  return (
    <div role="status" aria-label="Validando o convite">
      <Skeleton className="h-7 w-52" />
      <Skeleton className="mt-3 h-4 w-64 max-w-full" />
      <Skeleton className="mt-2 h-4 w-48" />
      {['name', 'phone', 'password', 'again'].map((field) => (
        <div key={field} className="mt-5">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="mt-2 h-8 w-full" />
        </div>
      ))}
    </div>
  )
}

function Welcome({ organisation }: { organisation: string }) {
  return (
    <>
      <p className="mt-6 max-w-md text-balance font-semibold text-[1.75rem] text-ink leading-[1.15] tracking-[-0.02em] lg:text-[2.5rem] lg:leading-[1.12]">
        {organisation} chamou você para a prosa.
      </p>
      <p className="mt-4 hidden max-w-sm text-ink-2 text-message lg:block">
        Falta só o seu cadastro: depois dele, os agentes e as conversas da equipe estão a um clique.
      </p>
    </>
  )
}

function Onboarding() {
  const { token = '' } = useSearch({ from: PATHS.onboarding })
  const navigate = useNavigate()
  const [completed, setCompleted] = useState(false)
  const { data, error, isFetching, refetch } = useQuery(invitationQuery(token))

  const leaveFor = (reason: LinkReason) => void navigate({ to: PATHS.onboardingError, search: { reason }, replace: true })
  const finish = () => {
    notify.success({ message: 'Bem-vindo(a)! Sua conta foi criada com sucesso.' })
    setCompleted(true)
  }

  const failure = error && !data ? reasonOf(error, 'Failed to validate token') : null
  const reason = failure && linkReason(failure)
  if (reason) return <Navigate to={PATHS.onboardingError} search={{ reason }} replace />
  return (
    <InvitationFrame welcome={data && <Welcome organisation={data.tenant.name} />}>
      <title>Complete seu cadastro · Prosa</title>
      {failure && <RefusedCard reason={failure} retrying={isFetching} onRetry={() => void refetch()} />}
      {!failure && !data && <FormSkeleton />}
      {data && completed && <WelcomeCard />}
      {data && !completed && (
        <OnboardingForm
          token={token}
          email={data.user.email}
          expiresAt={data.invitation.expiresAt}
          onDone={finish}
          onRefused={leaveFor}
        />
      )}
    </InvitationFrame>
  )
}

/** Where an invitation's link leads. Its data is its own: the panel's is forgotten when the new person comes in. */
export function OnboardingPage() {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <Onboarding />
    </QueryClientProvider>
  )
}
