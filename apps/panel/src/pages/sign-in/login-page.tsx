import { LOGIN_REDIRECT_DELAY_MS, LOGIN_SPINNER_MS } from '@prosa/contract/constants'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { LoginForm } from '../../features/auth/login-form.tsx'
import { PATHS } from '../../shared/config/paths.ts'
import { useSession } from '../../shared/session/session.ts'
import { Spinner } from '../../shared/ui/feedback/spinner.tsx'
import { BackgroundGradient } from '../../shared/ui/layout/background-gradient.tsx'
import { LegalLinks } from '../../shared/ui/layout/legal-links.tsx'
import { Logo } from '../../shared/ui/layout/logo.tsx'
import { getSafeRedirectTarget } from './safe-redirect-target.ts'

function useSpinnerDelay(ms: number): boolean {
  const [isWaiting, setWaiting] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isWaiting
}

/** Navigates to the requested page after the user has signed in, in this tab or in another tab. */
function useRedirectWhenSignedIn() {
  const router = useRouter()
  const { next } = useSearch({ from: PATHS.login })
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  useEffect(() => {
    if (!isAuthenticated) return
    const timer = setTimeout(() => router.history.replace(getSafeRedirectTarget(next)), LOGIN_REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isAuthenticated, next, router])
}

export function LoginPage() {
  useRedirectWhenSignedIn()
  const isWaiting = useSpinnerDelay(LOGIN_SPINNER_MS)
  return (
    <BackgroundGradient interactive>
      <title>Acessar · Prosa</title>
      <main className="mx-auto grid min-h-dvh w-full max-w-5xl content-center gap-x-20 gap-y-8 px-5 py-10 lg:grid-cols-[1fr_24rem] lg:items-center">
        <div>
          <Logo className="text-[1.75rem] leading-none lg:text-[2.25rem]" />
          <p className="mt-6 hidden max-w-md text-balance font-semibold text-[2.5rem] text-ink leading-[1.12] tracking-[-0.02em] lg:block">
            Toda venda começa com uma boa prosa.
          </p>
          <p className="mt-4 hidden max-w-sm text-ink-2 text-message lg:block">
            Acompanhe o que seus agentes conversam com cada lead e entre na conversa quando for a hora.
          </p>
        </div>
        <div className="w-full max-w-96 lg:max-w-none">
          <div className="speech">
            <h1 className="mb-5 font-semibold text-title">Acessar o painel</h1>
            {isWaiting ? (
              <div className="grid h-60 place-items-center text-primary">
                <Spinner label="Carregando..." className="size-7" />
              </div>
            ) : (
              <LoginForm />
            )}
          </div>
          <LegalLinks className="mt-7" />
        </div>
      </main>
    </BackgroundGradient>
  )
}
