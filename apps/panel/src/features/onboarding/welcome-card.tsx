import { ONBOARDING_REDIRECT_MS } from '@prosa/contract/constants'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { PATHS } from '../../shared/config/paths.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'

/** Last step of the onboarding. Navigates to the agents page after a moment, or at once by a button. */
export function WelcomeCard() {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const goToAgents = () => void navigate({ to: PATHS.agents, replace: true })

  useEffect(() => {
    heading.current?.focus()
    const timer = setTimeout(() => void navigate({ to: PATHS.agents, replace: true }), ONBOARDING_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate])

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="font-semibold text-title">
        Bem-vindo(a) a bordo!
      </h1>
      <p className="mt-2 mb-5 text-ink-2 text-message">Redirecionando para seu painel...</p>
      <Button variant="primary" className="w-full" onClick={goToAgents}>
        Continuar
      </Button>
    </>
  )
}
