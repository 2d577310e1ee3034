import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { InvitationErrorCard } from '../../features/onboarding/invitation-error-card.tsx'
import { detectLinkError, type LinkError } from '../../features/onboarding/link-error.ts'
import { OnboardingForm } from '../../features/onboarding/onboarding-form.tsx'
import { useInvitation } from '../../features/onboarding/use-invitation.ts'
import { WelcomeCard } from '../../features/onboarding/welcome-card.tsx'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { notify } from '../../shared/notifications/notifications.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { CardPageLayout } from '../../shared/ui/layout/card-page-layout.tsx'

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

/** Page that an invitation's link opens. */
export function OnboardingPage() {
  const { token = '' } = useSearch({ from: PATHS.onboarding })
  const navigate = useNavigate()
  const [completed, setCompleted] = useState(false)
  const { invitationState, retry } = useInvitation(token)

  const goToErrorPage = (reason: LinkError) => void navigate({ to: PATHS.onboardingError, search: { reason }, replace: true })
  const finish = () => {
    notify.success({ title: 'Bem-vindo(a)! Sua conta foi criada com sucesso.' })
    setCompleted(true)
  }

  const invitation = invitationState.state === 'valid' ? invitationState.invitation : null
  const failure = invitationState.state === 'refused' ? getErrorReason(invitationState.error, 'Failed to validate token') : null
  const reason = failure && detectLinkError(failure)
  if (reason) return <Navigate to={PATHS.onboardingError} search={{ reason }} replace />
  return (
    <CardPageLayout welcome={invitation && <Welcome organisation={invitation.tenant.name} />}>
      <title>Complete seu cadastro · Prosa</title>
      {invitationState.state === 'validating' && <FormSkeleton />}
      {failure && <InvitationErrorCard reason={failure} onRetry={retry} />}
      {completed && <WelcomeCard />}
      {invitation && !completed && (
        <OnboardingForm
          token={token}
          email={invitation.user.email}
          expiresAt={invitation.invitation.expiresAt}
          needsPhone={invitation.user.phone === null}
          onDone={finish}
          onRejected={goToErrorPage}
        />
      )}
    </CardPageLayout>
  )
}
