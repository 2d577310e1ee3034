import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../../shared/session/session.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { PasswordCard } from './security/password-card.tsx'
import { useIsSecondStepRequired } from './security/security-queries.ts'
import { SessionsCard } from './security/sessions-card.tsx'

const [SecurityCards] = lazyComponent(() => import('./security/security-cards.tsx'))

/**
 * Page of the user's settings. `children`: cards of other features, shown first. If the user must set up a second factor, only the card for
 * it is shown.
 */
export function UserSettings({ children }: { children?: ReactNode }) {
  const hasSecurity = useSession(({ user }) => user?.capabilities?.includes('security') ?? false)
  const isRequired = useIsSecondStepRequired()
  const security = (hasSecurity || isRequired) && (
    <Suspense fallback={<Skeleton shape="card" className="h-44" />}>
      <SecurityCards />
    </Suspense>
  )
  return (
    <div className="mx-auto w-full max-w-[88rem] *:max-w-2xl px-edge py-8 sm:px-[min(2rem,5vw)]">
      <title>Configurações do Usuário · Prosa</title>
      <h1 className="mb-6 font-bold text-title">Configurações do Usuário</h1>
      <div className="flex flex-col gap-4">
        {isRequired ? (
          security
        ) : (
          <>
            {children}
            <AlertsCard />
            <PasswordCard />
            {security}
            <SessionsCard />
          </>
        )}
      </div>
    </div>
  )
}
